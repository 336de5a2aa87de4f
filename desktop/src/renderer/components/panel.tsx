import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { Mark } from './mark.tsx'

/** A page with one task, used before the operator is signed in. */
export const Panel = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <main className="panel">
    <title>{title === 'OpenAuth' ? title : `${title} · OpenAuth`}</title>
    <Mark />
    <h1>{title}</h1>
    {lead && <p className="lead">{lead}</p>}
    {children}
  </main>
)

/** A panel with a loading text. */
export const LoadingPanel = ({ children }: { children: string }) => (
  <Panel title="OpenAuth">
    <Loading>{children}</Loading>
  </Panel>
)

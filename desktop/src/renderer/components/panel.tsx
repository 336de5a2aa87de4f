import { Mark } from '@openauth/ui/mark'
import { Spinner } from '@openauth/ui/spinner'
import type { ReactNode } from 'react'
import './panel.css'

interface Props {
  title: string
  lead?: ReactNode
  /** Above the title: the steps of a set-up. */
  top?: ReactNode
  children: ReactNode
}

/** A page with one task, outside of the shell. */
export const Panel = ({ title, lead, top, children }: Props) => (
  <main className="panel">
    <title>{title === 'OpenAuth' ? title : `${title} · OpenAuth`}</title>
    <div className="panel-brand">
      <Mark />
      <span>OpenAuth</span>
    </div>
    <div className="panel-card">
      {top}
      <h1>{title}</h1>
      {lead && <div className="panel-lead">{lead}</div>}
      {children}
    </div>
  </main>
)

/** A page that says what is being waited for. The text appears after a delay, so that a quick answer does not flicker. */
export const LoadingPanel = ({ children }: { children: string }) => (
  <main className="panel">
    <title>OpenAuth</title>
    <output className="panel-loading">
      <Spinner /> {children} …
    </output>
  </main>
)

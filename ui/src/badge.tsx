import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import './badge.css'

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

/** A word in a tinted pill: a kind, a plan, a count. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <span className={classNames('ui-badge', `ui-badge-${tone}`)}>{children}</span>
)

/** A state: a dot and its word. `busy` is something that is going on. */
export const Status = ({ tone, children }: { tone: Tone | 'busy'; children: ReactNode }) => (
  <span className="ui-status">
    <span className={classNames('ui-dot', `ui-dot-${tone}`)} aria-hidden="true" />
    {children}
  </span>
)

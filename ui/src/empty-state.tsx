import type { ReactNode } from 'react'
import './states.css'

export interface EmptyStateProps {
  /** What is not there: "No apps yet". */
  title?: string
  /** Why, and what would bring something here. */
  reason: ReactNode
  /** One button. */
  action?: ReactNode
  icon?: ReactNode
}

/** In place of a list without entries. */
export const EmptyState = ({ title, reason, action, icon }: EmptyStateProps) => (
  <div className="ui-state">
    {icon && <span className="ui-state-icon">{icon}</span>}
    {title !== undefined && <p className="ui-state-title">{title}</p>}
    <p className="ui-state-text">{reason}</p>
    {action && <div className="ui-state-actions">{action}</div>}
  </div>
)

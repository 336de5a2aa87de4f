import type { ReactNode } from 'react'
import './page-header.css'

interface Props {
  title: ReactNode
  /** A badge beside the title; no part of the heading. */
  mark?: ReactNode
  description?: ReactNode
  breadcrumbs?: ReactNode
  /** Buttons; the primary one is the last. */
  actions?: ReactNode
}

/** The head of a screen: its one h1. */
export const PageHeader = ({ title, mark, description, breadcrumbs, actions }: Props) => (
  <header className="ui-page-header">
    {breadcrumbs}
    <div className="ui-page-header-line">
      <div className="ui-page-title">
        <h1>{title}</h1>
        {mark}
      </div>
      {actions !== undefined && <div className="ui-page-actions">{actions}</div>}
    </div>
    {description !== undefined && <p className="ui-page-description">{description}</p>}
  </header>
)

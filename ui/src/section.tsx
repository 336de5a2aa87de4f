import { useId, type ReactNode } from 'react'
import './section.css'

interface Props {
  title: ReactNode
  description?: ReactNode
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a page; screen readers can go to it. */
export const Section = ({ title, description, actions, children }: Props) => {
  const id = useId()
  return (
    <section className="ui-section" aria-labelledby={id}>
      <header className="ui-section-header">
        <div>
          <h2 id={id} className="ui-section-title">
            {title}
          </h2>
          {description !== undefined && <p className="ui-section-description">{description}</p>}
        </div>
        {actions !== undefined && <div className="ui-section-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

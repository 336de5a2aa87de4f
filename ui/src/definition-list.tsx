import type { ReactNode } from 'react'
import './definition-list.css'

export interface Definition {
  term: string
  /** Undefined and null show a dash. */
  value: ReactNode
}

/** What is known about one thing: names and values in two columns. */
export const DefinitionList = ({ items }: { items: readonly Definition[] }) => (
  <dl className="ui-definitions">
    {items.map(({ term, value }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
)

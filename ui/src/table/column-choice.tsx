import { useState } from 'react'
import type { DataColumn } from './model.tsx'

/** Column ids and whether they show. */
type Visibility = Record<string, boolean>

const isVisibility = (value: unknown): value is Visibility =>
  typeof value === 'object' && value !== null && Object.values(value).every((shown) => typeof shown === 'boolean')

/** What was stored; nothing where that is unreadable, or where the browser stores nothing. */
const stored = (key: string | undefined): Visibility => {
  try {
    const value: unknown = key ? JSON.parse(localStorage.getItem(key) ?? '{}') : {}
    return isVisibility(value) ? value : {}
  } catch {
    return {}
  }
}

const store = (key: string | undefined, choice: Visibility): void => {
  try {
    if (key) localStorage.setItem(key, JSON.stringify(choice))
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
}

/** Which columns show. With a key the choice is kept in the browser. A required column always shows. */
export const useColumnChoice = <Row,>(columns: readonly DataColumn<Row>[], key: string | undefined) => {
  const [choice, setChoice] = useState(() => stored(key))
  const visibility = Object.fromEntries(
    columns.map(({ id, isRequired, isHidden }) => [id, isRequired || (choice[id] ?? !isHidden)]),
  )
  const change = (next: Visibility) => {
    setChoice(next)
    store(key, next)
  }
  return { visibility, change }
}

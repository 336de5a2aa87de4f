import { useSearchParams } from 'react-router-dom'

/** The names of what a list keeps in its address beside its filters. */
const paging = ['cursor', 'before'] as const

const sizes = [25, 50, 100]

/** Where a page of a list that is read by cursors lies. */
export interface CursorPage {
  /** Undefined on the first page. */
  cursor: string | undefined
  /** How many rows lie before the page. */
  before: number
  limit: number
}

/** A list's filters, sort order and page in the query of the address, so that a link shows the same rows. */
export interface ListAddress {
  params: URLSearchParams
  /** Sets filters and order, and goes to the first page; an empty text removes one. */
  change: (values: Readonly<Record<string, string | undefined>>) => void
  page: CursorPage
  /** Goes to another page; without a cursor to the first. */
  turn: (to: { cursor: string | undefined; before: number }) => void
  resize: (limit: number) => void
}

const numberIn = (params: URLSearchParams, name: string): number => {
  const text = params.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** Reads where the page lies; what is no valid number counts as absent. */
export const pageOf = (params: URLSearchParams): CursorPage => {
  const limit = numberIn(params, 'limit')
  const cursor = params.get('cursor') || undefined
  return { cursor, before: cursor ? numberIn(params, 'before') : 0, limit: sizes.includes(limit) ? limit : 25 }
}

/** A copy with other values, on the first page. */
export const changedParams = (
  params: URLSearchParams,
  values: Readonly<Record<string, string | undefined>>,
): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const name of paging) next.delete(name)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The state of the list that the current screen shows. A new page is a step of the browser's history; a filter is none. */
export const useListAddress = (): ListAddress => {
  const [params, setParams] = useSearchParams()
  const change: ListAddress['change'] = (values) =>
    setParams((current) => changedParams(current, values), { replace: true })
  return {
    params,
    change,
    page: pageOf(params),
    turn: ({ cursor, before }) =>
      setParams((current) => changedParams(current, { cursor, before: cursor ? String(before) : undefined })),
    resize: (limit) => change({ limit: String(limit) }),
  }
}

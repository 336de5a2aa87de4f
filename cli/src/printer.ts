import { isRecord, type Row } from './fields.ts'
import type { View } from './view.ts'

/** Turns answers into what stdout gets. */
export interface Printer {
  /** The text of an answer, with its line end; undefined if there is nothing to print. */
  print: (data: unknown, view: View) => string | undefined
  /**
   * Begins a list whose rows arrive page by page; the function returns the text of further rows. A printer without it
   * needs all rows at once.
   */
  printRows?: (view: View) => (rows: unknown[]) => string
}

/** The rows of an answer: a list, or the `data` of a page. Undefined for other answers. */
export const rowsOf = (data: unknown, { isPage }: Pick<View, 'isPage'>): unknown[] | undefined => {
  const list = isPage && isRecord(data) ? data['data'] : data
  return Array.isArray(list) ? list : undefined
}

/** A row as a record: a scalar is its `value`. */
export const recordOf = (row: unknown): Row => (isRecord(row) ? row : { value: row })

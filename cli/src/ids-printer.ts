import { isRecord } from './fields.ts'
import { printable } from './printable.ts'
import { rowsOf, type Printer } from './printer.ts'

/** The id of a row: its `id`, else the first field that is named as one, such as `kid` or `userId`. */
const idOf = (row: unknown): unknown => {
  if (!isRecord(row)) return undefined
  return row['id'] ?? Object.entries(row).find(([key]) => key === 'kid' || key.endsWith('Id'))?.[1]
}

const idLines = (rows: readonly unknown[]): string =>
  rows
    .map(idOf)
    .filter((id) => typeof id === 'string' || typeof id === 'number')
    .map((id) => `${printable(String(id))}\n`)
    .join('')

/** Prints ids, one a line: those of the rows of a list, or that of a record. Other answers print nothing. */
export const idsPrinter: Printer = {
  print: (data, view) => idLines(rowsOf(data, view) ?? [data]),
  printRows: () => idLines,
}

import { guardCell } from './csv-guard.ts'
import { leavesOf, type Row, valueAt } from './fields.ts'
import type { Search } from './json-printer.ts'
import { printable } from './printable.ts'
import { recordOf, rowsOf, type Printer } from './printer.ts'
import { isoTime } from './times.ts'
import { isHidden, type View } from './view.ts'

type Delimited = 'csv' | 'tsv'

/** The value of a cell: times as RFC 3339, lists and objects as JSON, null as nothing. */
const cellText = (value: unknown, path: string, { instants }: View): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && instants.has(path)) return isoTime(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Control characters are escaped, as a file may be shown on a terminal. Line ends stay, since CSV has room for them. */
const visible = (text: string): string => text.split(/\r?\n/).map(printable).join('\n')

const isNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text)

/** A cell of CSV (RFC 4180), guarded against being run as a formula. A number is none, whatever its sign. */
const csvCell = (text: string): string => {
  const guarded = isNumber(text) ? text : guardCell(text)
  const shown = visible(guarded)
  return /[",\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** A cell of TSV: one line, with tabs, line ends and backslashes escaped, as PostgreSQL's COPY does. */
const tsvCell = (text: string): string => printable(text.replaceAll('\\', '\\\\'))

const forms = {
  csv: { cell: csvCell, delimiter: ',', lineEnd: '\r\n' },
  tsv: { cell: tsvCell, delimiter: '\t', lineEnd: '\n' },
} as const

/** The columns: the selected fields, or all that are no secrets. Without a known shape, those of the rows. */
const columnsOf = (view: View, rows: readonly Row[]): readonly string[] => {
  if (view.fields) return view.fields
  if (view.paths.length > 0) return view.paths.filter((path) => !isHidden(path, view))
  return [...new Set(rows.flatMap((row) => leavesOf(row).map(([path]) => path)))]
}

const linesOf = (kind: Delimited, rows: readonly (readonly string[])[]): string => {
  const { cell, delimiter, lineEnd } = forms[kind]
  if (rows[0]?.length === 0) return ''
  return rows.map((cells) => cells.map(cell).join(delimiter) + lineEnd).join('')
}

/** Prints rows as CSV or TSV with a header of the fields' paths. A single record is one row. */
export const createDelimitedPrinter = (kind: Delimited, search?: Search): Printer => {
  const printRows = (view: View) => {
    let columns: readonly string[] | undefined
    return (found: unknown[]): string => {
      const rows = found.map(recordOf)
      const header = columns === undefined
      columns ??= columnsOf(view, rows)
      const cells = rows.map((row) => columns!.map((path) => cellText(valueAt(row, path), path, view)))
      return linesOf(kind, header ? [columns, ...cells] : cells)
    }
  }
  if (search === undefined) return { print: (data, view) => printRows(view)(rowsOf(data, view) ?? [data]), printRows }
  const queried = (view: View): View => ({ ...view, isPage: false, paths: [], instants: new Set() })
  const found = (data: unknown): unknown[] => {
    const result = search(data)
    return Array.isArray(result) ? result : result === null || result === undefined ? [] : [result]
  }
  return {
    print: (data, view) => printRows(queried(view))(found(data)),
    printRows: (view) => {
      const print = printRows(queried(view))
      return (rows) => print(rows.flatMap(found))
    },
  }
}

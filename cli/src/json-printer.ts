import { isRecord, pickFields } from './fields.ts'
import { printable, printableJson } from './printable.ts'
import { rowsOf, type Printer } from './printer.ts'
import type { View } from './view.ts'

/** Evaluates the expression of --query. */
export type Search = (data: unknown) => unknown

const pretty = (data: unknown): string => `${printableJson(JSON.stringify(data ?? null, null, 2))}\n`
const line = (data: unknown): string => `${printableJson(JSON.stringify(data ?? null))}\n`

/** An answer with the selected fields of its rows, or of itself. */
const selected = (data: unknown, view: View): unknown => {
  const { fields, isPage } = view
  if (fields === undefined) return data
  const rows = rowsOf(data, view)?.map((row) => pickFields(row, fields))
  if (!rows) return isRecord(data) ? pickFields(data, fields) : data
  return isPage && isRecord(data) ? { ...data, data: rows } : rows
}

/** Prints an answer as one JSON document, and rows that arrive page by page as NDJSON. */
export const jsonPrinter: Printer = {
  print: (data, view) => pretty(selected(data, view)),
  printRows:
    ({ fields }) =>
    (rows) =>
      rows.map((row) => line(fields === undefined ? row : pickFields(row, fields))).join(''),
}

type Scalar = string | number | boolean | null

const isScalar = (value: unknown): value is Scalar => typeof value !== 'object' || value === null

const scalarLine = (value: Scalar): string => `${value === null ? '' : printable(String(value))}\n`

/** The result of a query for people and shells: a scalar as it is, a list of scalars line by line, else JSON. */
const plainResult = (result: unknown): string => {
  if (result === null || result === undefined) return ''
  if (isScalar(result)) return scalarLine(result)
  return Array.isArray(result) && result.every(isScalar) ? result.map(scalarLine).join('') : pretty(result)
}

/** Prints the result of a query: with --json as JSON. Of rows that arrive page by page each is queried. */
export const createQueryPrinter = (search: Search, isJson: boolean): Printer => ({
  print: (data) => (isJson ? pretty : plainResult)(search(data)),
  printRows: () => (rows) => rows.map((row) => (isJson ? line : plainResult)(search(row))).join(''),
})

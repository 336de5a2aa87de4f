import type { Route } from '@openauth/client'
import { z } from 'zod'
import { kebab } from './kebab.ts'
import { isSecretName } from './secrets.ts'

export type Row = Record<string, unknown>

/** A column of a table: a field of the row, or a value computed from several fields. */
export type Column = string | { header: string; value: (row: Row) => unknown }

/** How an answer is printed as text. */
export interface View {
  /** Whether the answer is `{data, meta}`. */
  isPage: boolean
  /** Undefined: the first fields with scalar values. */
  columns?: readonly Column[] | undefined
  /** Fields that are times, in milliseconds since the epoch. */
  instants: ReadonlySet<string>
  /** Whether secrets are printed; otherwise only whether they are set. */
  reveals: boolean
  /** Printed on stderr if the answer is empty. */
  empty: string
}

export const plainView: View = { isPage: false, instants: new Set(), reveals: false, empty: 'Done.' }

const isInstant = (schema: unknown): boolean => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return isInstant(schema.unwrap())
  return schema instanceof z.ZodCodec && schema.out instanceof z.ZodDate
}

const shapeOf = (schema: unknown): Record<string, unknown> => {
  if (schema instanceof z.ZodArray) return shapeOf(schema.element)
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** The view of a route's answer; the contract defines which fields are times. */
export const viewOf = (
  route: Route,
  { columns, reveals }: { columns?: readonly Column[]; reveals?: boolean } = {},
): View => {
  const fields = Object.entries(shapeOf(route.output))
  return {
    isPage: route.meta !== undefined,
    columns,
    instants: new Set(fields.filter(([, schema]) => isInstant(schema)).map(([key]) => key)),
    reveals: reveals ?? false,
    empty: route.output instanceof z.ZodArray ? 'None.' : 'Done.',
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats a time as `2026-11-21 15:09:33`, in the local time zone. */
export const localTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  if (Number.isNaN(at.getTime())) return String(milliseconds)
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}`
}

const EMPTY = '-'

const plain = (value: unknown, separator: string): string => {
  if (value === null || value === undefined || value === '') return EMPTY
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => plain(item, ', ')).join(separator) : EMPTY
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const fieldText = (row: Row, key: string, { instants, reveals }: View, separator: string): string => {
  const value = row[key]
  if (typeof value === 'number' && instants.has(key)) return localTime(value)
  if (typeof value === 'string' && value !== '' && isSecretName(key) && !reveals) return '(set; --json shows it)'
  return plain(value, separator)
}

export interface NamedColumn {
  header: string
  column: Column
}

const MAX_DEFAULT_COLUMNS = 6

/** The columns to print; by default the first scalar fields of the rows. */
export const columnsOf = ({ columns }: View, rows: Row[]): NamedColumn[] => {
  const first = Object.entries(rows[0] ?? {})
  const chosen = columns ?? first.filter(([, value]) => typeof value !== 'object').map(([key]) => key)
  return chosen.slice(0, columns ? undefined : MAX_DEFAULT_COLUMNS).map((column) => ({
    header: typeof column === 'string' ? kebab(column).replaceAll('-', ' ') : column.header,
    column,
  }))
}

/** The text of a table's cell. */
export const cellOf = ({ column }: NamedColumn, row: Row, view: View): string =>
  typeof column === 'string' ? fieldText(row, column, view, ', ') : plain(column.value(row), ', ')

/** Whether a column must not be truncated: ids and times are useless in part. */
export const isFixed = ({ column }: NamedColumn, { instants }: View): boolean =>
  typeof column === 'string' && (/(^id|Id|kid)$/.test(column) || instants.has(column))

/** With more empty fields than this, their names are joined in one line. */
const MAX_EMPTY_LINES = 3
export const NOT_SET = 'not set'

/** The lines of a single object: the label is the name of the flag that sets the field; the text may have several lines. */
export const linesOf = (record: Row, view: View): { label: string; text: string }[] => {
  const empty = Object.keys(record).filter((key) => record[key] === null)
  const isCrowded = empty.length > MAX_EMPTY_LINES
  const listed = Object.keys(record).filter((key) => !isCrowded || record[key] !== null)
  const lines = listed.map((key) => ({ label: kebab(key), text: fieldText(record, key, view, '\n').trimEnd() }))
  return isCrowded ? [...lines, { label: NOT_SET, text: empty.map(kebab).join(' ') }] : lines
}

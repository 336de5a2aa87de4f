import type { Route } from '@openauth/client'
import { z } from 'zod'
import { kebab } from './kebab.ts'
import { isSecretName } from './secrets.ts'

export type Row = Record<string, unknown>

/** A column of a table: a field of the row, or something made of several. */
export type Column = string | { header: string; value: (row: Row) => unknown }

/** How an answer is shown to people. */
export interface View {
  /** Whether the answer is `{data, meta}`. */
  isPage: boolean
  /** Undefined: the first fields that have a plain value. */
  columns?: readonly Column[] | undefined
  /** Fields that are moments, in milliseconds since the epoch. */
  instants: ReadonlySet<string>
  /** Whether secrets are shown rather than told to be there. */
  reveals: boolean
  /** Said on stderr where there is nothing to show. */
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

/** The view of a route's answer; which fields are moments is read from the contract. */
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

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-21 15:09:33`, in the time zone of the machine. */
export const localTime = (milliseconds: number): string => {
  const at = new Date(milliseconds)
  if (Number.isNaN(at.getTime())) return String(milliseconds)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

const NOTHING = '-'

const plain = (value: unknown, separator: string): string => {
  if (value === null || value === undefined || value === '') return NOTHING
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => plain(item, ', ')).join(separator) : NOTHING
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

const MOST_COLUMNS = 6

/** The columns to show; without a choice, the first plain fields of the rows. */
export const columnsOf = ({ columns }: View, rows: Row[]): NamedColumn[] => {
  const first = Object.entries(rows[0] ?? {})
  const chosen = columns ?? first.filter(([, value]) => typeof value !== 'object').map(([key]) => key)
  return chosen.slice(0, columns ? undefined : MOST_COLUMNS).map((column) => ({
    header: typeof column === 'string' ? kebab(column).replaceAll('-', ' ') : column.header,
    column,
  }))
}

/** A cell of a table. */
export const cellOf = ({ column }: NamedColumn, row: Row, view: View): string =>
  typeof column === 'string' ? fieldText(row, column, view, ', ') : plain(column.value(row), ', ')

/** Ids and moments are of no use when they are cut. */
export const isFixed = ({ column }: NamedColumn, { instants }: View): boolean =>
  typeof column === 'string' && (/(^id|Id|kid)$/.test(column) || instants.has(column))

const MOST_EMPTY = 3
export const NOT_SET = 'not set'

/** A single object as lines of a label, the name of the flag that sets the field, and a text of possibly several lines. */
export const linesOf = (record: Row, view: View): { label: string; text: string }[] => {
  const empty = Object.keys(record).filter((key) => record[key] === null)
  const isCrowded = empty.length > MOST_EMPTY
  const shown = Object.keys(record).filter((key) => !isCrowded || record[key] !== null)
  const lines = shown.map((key) => ({ label: kebab(key), text: fieldText(record, key, view, '\n').trimEnd() }))
  return isCrowded ? [...lines, { label: NOT_SET, text: empty.map(kebab).join(' ') }] : lines
}

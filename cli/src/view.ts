import type { Route } from '@openauth/client'
import { z } from 'zod'
import { isInstant } from './instant.ts'
import { kebab } from './kebab.ts'
import { printable } from './printable.ts'
import { isSecretAnswer } from './secrets.ts'
import { pad, widthOf } from './terminal-width.ts'

export type Row = Record<string, unknown>

/** A column of a table: a field of the row, or a value computed from several fields. */
export type Column = string | ComputedColumn

interface ComputedColumn {
  header: string
  value: (row: Row) => unknown
  /** Left out where no row has a value. */
  isOptional?: true
  /** An id whose middle is left out where a row has no room for it. `--json` has it in full. */
  isShortened?: true
}

/** How an answer is printed as text. */
export interface View {
  /** Whether the answer is `{data, meta}`. */
  isPage: boolean
  /** Undefined: the first fields with scalar values. */
  columns?: readonly Column[] | undefined
  /** Paths of the fields that are times, in milliseconds since the epoch: `createdAt`, `brand.updatedAt`. */
  instants: ReadonlySet<string>
  /** Whether secrets are printed; otherwise only whether they are set. */
  reveals: boolean
  /** Printed on stderr if the answer is empty. */
  empty: string
}

export const plainView: View = { isPage: false, instants: new Set(), reveals: false, empty: 'Done.' }

const shapeOf = (schema: unknown): Record<string, unknown> => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return shapeOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return shapeOf(schema.element)
  return schema instanceof z.ZodObject ? schema.shape : {}
}

const instantsOf = (schema: unknown): string[] =>
  Object.entries(shapeOf(schema)).flatMap(([key, field]) =>
    isInstant(field) ? [key] : instantsOf(field).map((path) => `${key}.${path}`),
  )

/** The view of a route's answer; the contract defines which fields are times. */
export const viewOf = (
  route: Route,
  { columns, reveals }: { columns?: readonly Column[]; reveals?: boolean } = {},
): View => ({
  isPage: route.meta !== undefined,
  columns,
  instants: new Set(instantsOf(route.output)),
  reveals: reveals ?? false,
  empty: route.output instanceof z.ZodArray ? 'None.' : 'Done.',
})

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

/** The text of a scalar, or of a list of scalars, at a path of the answer. */
const fieldText = (value: unknown, path: string, { instants, reveals }: View, separator: string): string => {
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (typeof value === 'number' && instants.has(path)) return localTime(value)
  if (typeof value === 'string' && value !== '' && isSecretAnswer(key) && !reveals) return '(set; --json shows it)'
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
  const isShown = (column: Column) =>
    typeof column === 'string' || !column.isOptional || rows.some((row) => plain(column.value(row), ', ') !== EMPTY)
  const shown = chosen.slice(0, columns ? undefined : MAX_DEFAULT_COLUMNS).filter(isShown)
  return shown.map((column) => ({
    header: typeof column === 'string' ? kebab(column).replaceAll('-', ' ') : column.header,
    column,
  }))
}

/** The text of a table's cell. */
export const cellOf = ({ column }: NamedColumn, row: Row, view: View): string =>
  typeof column === 'string' ? fieldText(row[column], column, view, ', ') : plain(column.value(row), ', ')

/** Whether a column must not be truncated: ids and times are useless in part. */
export const isFixed = ({ column }: NamedColumn, { instants }: View): boolean =>
  typeof column === 'string' && (/(^id|Id|kid)$/.test(column) || instants.has(column))

/** Whether the middle of a column may be left out. */
export const isShortened = ({ column }: NamedColumn): boolean =>
  typeof column !== 'string' && column.isShortened === true

export interface Field {
  label: string
  /** May have several lines. */
  text: string
}

/** Aligned fields. Further lines of a value are indented, so that no value looks like a field. */
export const alignFields = (
  fields: Field[],
  linesOfText: (field: Field) => string[],
  bold = (text: string) => text,
) => {
  const width = Math.max(0, ...fields.map(({ label }) => widthOf(label)))
  const indent = ' '.repeat(width + 2)
  return fields.flatMap((field) => {
    const [first = '', ...further] = linesOfText(field)
    return [`${bold(pad(field.label, width))}  ${first}`, ...further.map((line) => `${indent}${line}`)]
  })
}

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Scalars and lists of a record by their paths: `brand.name`. An empty record is one of them. */
const leavesOf = (record: Row, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(record).flatMap(([key, value]): [string, unknown][] =>
    isRecord(value) && Object.keys(value).length > 0 ? leavesOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )

/** A record of a list as lines. A line end in one of its values is escaped: it would look like a field of the record. */
const blockOf = (item: unknown, path: string, view: View): string[] => {
  if (!isRecord(item)) return [printable(plain(item, ', '))]
  const fields = leavesOf(item).map(([key, value]) => ({
    label: printable(key),
    text: leafText(value, `${path}.${key}`, view, ', '),
  }))
  return alignFields(fields, ({ text }) => text.split('\n'))
}

/** The text of a leaf. A list of records is a block for each, which begins with a dash. */
const leafText = (value: unknown, path: string, view: View, separator: string): string => {
  if (isRecord(value)) return EMPTY
  if (!Array.isArray(value) || !value.some(isRecord)) {
    const text = fieldText(value, path, view, separator)
    return separator === '\n' ? text : printable(text)
  }
  return value
    .flatMap((item) => blockOf(item, path, view).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`))
    .join('\n')
}

/** The first part of a path is the name of the flag that sets the field; the rest is as in its JSON. */
const labelOf = (path: string): string => path.replace(/^[^.]+/, kebab)

/** With more empty fields than this, their names are joined in one line. */
const MAX_EMPTY_LINES = 3
export const NOT_SET = 'not set'

/** The fields of a single object, those of objects within it too. */
export const fieldsOf = (record: Row, view: View): Field[] => {
  const leaves = leavesOf(record)
  const empty = leaves.filter(([, value]) => value === null)
  const isCrowded = empty.length > MAX_EMPTY_LINES
  const listed = leaves.filter(([, value]) => !isCrowded || value !== null)
  const fields = listed.map(([path, value]) => ({
    label: labelOf(path),
    text: leafText(value, path, view, '\n').trimEnd(),
  }))
  return isCrowded ? [...fields, { label: NOT_SET, text: empty.map(([path]) => labelOf(path)).join(' ') }] : fields
}

import type { AnswerFacts } from './answer-facts.ts'
import { isRecord, type Row, valueAt } from './fields.ts'
import { kebab } from './kebab.ts'
import { isSecretAnswer } from './secrets.ts'
import { timeText } from './times.ts'

export type { Row }

/** A column of a table: the path of a field, or a value computed from several fields. */
export type Column = string | ComputedColumn

interface ComputedColumn {
  header: string
  /** `time` formats milliseconds since the epoch. */
  value: (row: Row, time: (milliseconds: number) => string) => unknown
  /** Left out where no row has a value. */
  isOptional?: true
  /** An id whose middle is left out where a row has no room for it. `--json` has it in full. */
  isShortened?: true
}

/** How an answer is printed. */
export interface View {
  /** Whether the answer is `{data, meta}`. */
  isPage: boolean
  /** Undefined: the first fields with scalar values. */
  columns?: readonly Column[] | undefined
  /** Paths of all fields; empty if they are not known before the answer. */
  paths: readonly string[]
  /** Paths of the fields that --fields selects. */
  fields?: readonly string[] | undefined
  /** Paths of the fields that are times, in milliseconds since the epoch: `createdAt`, `brand.updatedAt`. */
  instants: ReadonlySet<string>
  /** Whether times are printed in UTC. */
  utc: boolean
  /** Names of apps by their ids. */
  names: ReadonlyMap<string, string>
  /** Whether secrets are printed; otherwise only whether they are set. */
  reveals: boolean
  /** Whether a field `token` is a credential. Elsewhere it is a token of a chain. */
  hidesToken: boolean
  /** Printed on stderr if the answer is empty. */
  empty: string
}

export const plainView: View = {
  isPage: false,
  paths: [],
  instants: new Set(),
  utc: false,
  names: new Map(),
  reveals: false,
  hidesToken: false,
  empty: 'Done.',
}

interface ViewData {
  columns?: readonly Column[]
  reveals?: boolean
  hidesToken?: boolean
}

/** The view of a route's answer; the contract defines its fields, and which of them are times. */
export const viewOf = (
  { isPage, isList, paths, instants }: AnswerFacts,
  { columns, reveals = false, hidesToken = false }: ViewData = {},
): View => ({
  ...plainView,
  isPage,
  columns,
  paths,
  instants: new Set(instants),
  reveals,
  hidesToken,
  empty: isList ? 'None.' : 'Done.',
})

const EMPTY = '-'

/** A value as text, without the look of a time. Items of a list are joined by `separator`. */
export const plainText = (value: unknown, separator: string): string => {
  if (value === null || value === undefined || value === '') return EMPTY
  if (Array.isArray(value)) return value.length > 0 ? value.map((item) => plainText(item, ', ')).join(separator) : EMPTY
  if (isRecord(value) && Object.keys(value).length === 0) return EMPTY
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Whether the field at a path is a secret that is not printed, because nobody asked for it. */
export const isHidden = (path: string, { reveals, hidesToken, fields }: View): boolean => {
  const key = path.slice(path.lastIndexOf('.') + 1)
  const isSecret = isSecretAnswer(key) || (hidesToken && path === 'token')
  return isSecret && !reveals && !fields?.includes(path)
}

/** The text of a scalar, or of a list of scalars, at a path of the answer. */
export const fieldText = (value: unknown, path: string, view: View, separator: string): string => {
  if (typeof value === 'number' && view.instants.has(path)) return timeText(value, view.utc)
  if (typeof value === 'string' && value !== '' && isHidden(path, view)) return '(set; --json shows it)'
  return plainText(value, separator)
}

export interface NamedColumn {
  header: string
  column: Column
}

const MAX_DEFAULT_COLUMNS = 6
const APP_ID = 'appId'

/** Names beside the ids of apps. */
const appName = ({ names }: View): ComputedColumn => ({
  header: 'app',
  value: ({ [APP_ID]: id }) => names.get(String(id)),
  isOptional: true,
})

const valueOf = (column: ComputedColumn, row: Row, { utc }: View): unknown =>
  column.value(row, (milliseconds) => timeText(milliseconds, utc))

const chosenColumns = (view: View, rows: Row[]): readonly Column[] => {
  const { fields, columns } = view
  if (fields) return fields
  const first = Object.entries(rows[0] ?? {}).filter(([, value]) => typeof value !== 'object')
  const chosen = columns ?? first.map(([key]) => key).slice(0, MAX_DEFAULT_COLUMNS)
  return chosen.flatMap((column) => (column === APP_ID ? [appName(view), column] : [column]))
}

/** The columns to print; by default the first scalar fields of the rows. */
export const columnsOf = (view: View, rows: Row[]): NamedColumn[] => {
  const isShown = (column: Column) =>
    typeof column === 'string' ||
    !column.isOptional ||
    rows.some((row) => plainText(valueOf(column, row, view), ', ') !== EMPTY)
  return chosenColumns(view, rows)
    .filter(isShown)
    .map((column) => ({
      header: typeof column === 'string' ? kebab(column).replaceAll('-', ' ') : column.header,
      column,
    }))
}

/** The text of a table's cell. */
export const cellOf = ({ column }: NamedColumn, row: Row, view: View): string =>
  typeof column === 'string'
    ? fieldText(valueAt(row, column), column, view, ', ')
    : plainText(valueOf(column, row, view), ', ')

/** Whether a column must not be truncated: ids and times are useless in part. */
export const isFixed = ({ column }: NamedColumn, { instants }: View): boolean =>
  typeof column === 'string' && (/(^id|Id|kid)$/.test(column) || instants.has(column))

/** Whether the middle of a column may be left out. */
export const isShortened = ({ column }: NamedColumn): boolean =>
  typeof column !== 'string' && column.isShortened === true

import { defaultGameRules } from '@openauth/client'
import type { Context } from '../context.ts'
import { failed } from '../failure.ts'
import { isRecord, type Row, valueAt } from '../fields.ts'
import { isInstant } from '../instant.ts'
import { type Call, isListPart, keyOfItem, type ListPart, ofApp, parts, type RecordPart, routeOfCall } from './parts.ts'
import { secretFields } from './secret-uses.ts'

/** An app as the server has it. */
export interface RemoteApp {
  id: string
  /** In the form of the file, without secrets. */
  values: Row
  /** The version of each part that has one. */
  versions: Readonly<Record<string, unknown>>
  /** The rows of each list by their keys. */
  rows: Readonly<Record<string, ReadonlyMap<string, Row>>>
  /** The secrets that are stored, by their paths; true for one whose value the server tells nobody. */
  secrets: ReadonlyMap<string, string | true>
}

/** As many rows as a page has at most. */
const PAGE = 100

const callOf = ({ call }: Pick<Context, 'call'>, [group, verb]: Call, input: Row): Promise<unknown> =>
  call(group, verb, input)

/** The rows of a list, all pages of them. */
export const readRows = async (context: Pick<Context, 'call'>, part: ListPart, appId: string): Promise<Row[]> => {
  const { list } = part
  if (!routeOfCall(list).meta) return (await callOf(context, list, ofApp(part, appId))) as Row[]
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const answer = await callOf(context, list, { ...ofApp(part, appId), page, limit: PAGE })
    const { data, meta } = answer as { data: Row[]; meta: { totalPages: number } }
    rows.push(...data)
    if (page >= meta.totalPages) return rows
  }
}

const timeText = (value: unknown): unknown => (typeof value === 'number' ? new Date(value).toISOString() : value)

/** A row as an item of the file. */
const itemOf = (part: ListPart, row: Row): Row => {
  const secrets = secretFields(part)
  const names = Object.keys(part.fields).filter((name) => !secrets.includes(name))
  const sorted = [...part.keys, ...names.filter((name) => !part.keys.includes(name))]
  return Object.fromEntries(
    sorted.map((name) => [name, isInstant(part.fields[name]) ? timeText(row[name]) : (row[name] ?? null)]),
  )
}

/** Lists whose order means nothing are by key: every server then answers with the same file. */
const inOrder = (part: ListPart, rows: Row[]): Row[] =>
  part.reorder ? rows : rows.toSorted((one, other) => (keyOfItem(part, one) < keyOfItem(part, other) ? -1 : 1))

/** Sets what stands at a path; objects on the way are made. */
export const setAt = (target: Row, [first, ...rest]: readonly string[], value: unknown): void => {
  if (first === undefined) return
  if (rest.length === 0) target[first] = value
  else {
    const below: Row = isRecord(target[first]) ? target[first] : {}
    target[first] = below
    setAt(below, rest, value)
  }
}

interface Read {
  values: Row
  versions: Record<string, unknown>
  rows: Record<string, Map<string, Row>>
  secrets: Map<string, string | true>
}

const readRecord = async (context: Pick<Context, 'call'>, part: RecordPart, appId: string, into: Read) => {
  const answer = (await callOf(context, part.read, { [part.appKey]: appId })) as Row
  const values = part.valuesOf(answer)
  into.versions[part.name] = part.versionOf(answer)
  for (const { key, path, isSecret } of part.places) {
    const value = values[key] ?? null
    if (!isSecret) setAt(into.values, path, value)
    else if (typeof value === 'string' && value !== '') into.secrets.set(path.join('.'), value)
  }
}

/** Whether a secret of a row is stored: its answer has a field of its own for that, and no value. */
const hasSecret = (row: Row): boolean => row['hasSecret'] === true

const readList = async (context: Pick<Context, 'call'>, part: ListPart, appId: string, into: Read) => {
  const rows = inOrder(part, await readRows(context, part, appId))
  into.values[part.name] = rows.map((row) => itemOf(part, row))
  into.rows[part.name] = new Map(rows.map((row) => [keyOfItem(part, row), row]))
  if (into.rows[part.name]!.size < rows.length) throw failed(`Several of ${part.name} have the same key`)
  for (const field of secretFields(part))
    for (const row of rows)
      if (hasSecret(row)) into.secrets.set([part.name, keyOfItem(part, row), field].join('.'), true)
}

const nothing = (): Read => ({ values: {}, versions: {}, rows: {}, secrets: new Map() })

/** Reads everything of an app that the file has. `content` names the lists of the whole server that are read too. */
export const readApp = async (
  context: Pick<Context, 'call'>,
  id: string,
  content: readonly string[],
): Promise<RemoteApp> => {
  const read = nothing()
  for (const part of parts)
    if (!isListPart(part)) await readRecord(context, part, id, read)
    else if (!part.isOfServer || content.includes(part.name)) await readList(context, part, id, read)
  return { id, ...read }
}

const isNothing = (value: unknown): boolean =>
  value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/**
 * An app that does not exist yet, as far as that is known here: it has the built-in rules, and what a file switches off is not on. Once it
 * is made, it is read as others are.
 */
export const newApp = async (
  context: Pick<Context, 'call'>,
  file: Row,
  content: readonly string[],
): Promise<RemoteApp> => {
  const read = nothing()
  read.values['gameRules'] = defaultGameRules
  for (const part of parts)
    if (isListPart(part)) {
      if (content.includes(part.name)) await readList(context, part, '', read)
    } else if (part.name !== 'gameRules')
      for (const { path } of part.places) {
        const value = valueOfPath(file, path)
        if (isNothing(value)) setAt(read.values, path, value)
      }
  return { id: '', ...read }
}

/** What stands at a path of an app in the form of the file. */
export const valueOfPath = (values: Row, path: readonly string[]): unknown => valueAt(values, path.join('.'))

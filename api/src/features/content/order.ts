import { LAST_PLACE } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type EntryList, type EntryRow, orderBy, sqlNames } from './entry-list.ts'

interface List {
  tableName: string
  place: string
}

/** Lets changes of the places in a list follow one another, also of entries that are added meanwhile. */
export const lockOrder = (tx: Tx, { tableName }: List) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`order of ${tableName}`}, 0))::text`

/** The place behind all entries. Of entries in the last possible place the newer one comes later. */
export const nextPlace = async (tx: Tx, list: List): Promise<number> => {
  const { table, place } = sqlNames(list)
  const [row] = await tx.$queryRaw<[{ last: number }]>`SELECT COALESCE(MAX(${place}), 0) AS last FROM ${table}`
  return Math.min(row.last + 1, LAST_PLACE)
}

const listed = (names: readonly (string | number)[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** The entries in the order of the ids. Throws `order_outdated` unless these are all of them. */
const inOrderOf = <Entry extends { id: number; name: string }>(
  entries: readonly Entry[],
  ids: readonly number[],
): Entry[] => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const gone = ids.filter((id) => !byId.has(id))
  const wanted = new Set(ids)
  const missing = entries.filter(({ id }) => !wanted.has(id)).map(({ name }) => name)
  if (gone.length === 0 && missing.length === 0) return ids.map((id) => byId.get(id)!)
  const reasons = [
    ...(missing.length > 0 ? [`it also has ${listed(missing)}`] : []),
    ...(gone.length > 0 ? [`it has no ${listed(gone)}`] : []),
  ]
  const message = `The list has other entries by now: ${reasons.join(', and ')}. Nothing was changed: read it again`
  throw new Problem('order_outdated', { message })
}

/** For the audit trail: the names in the order before and after. */
const orderDetails = (before: readonly { name: string }[], after: readonly { name: string }[]) => {
  const names = (entries: readonly { name: string }[]) => ({ order: entries.map(({ name }) => name) })
  return { changed: ['order'], before: names(before), after: names(after) }
}

/**
 * Numbers all entries of a list from 1, in the order of the ids. Returns what the audit trail tells of it. Throws
 * `order_outdated` unless the ids are those of all entries.
 */
export const writeOrder = async <Row extends EntryRow>(tx: Tx, list: EntryList<Row>, ids: readonly number[]) => {
  await lockOrder(tx, list)
  const before = await list.table(tx).findMany({ orderBy: orderBy(list) })
  const after = inOrderOf(before, ids)
  const { table, place } = sqlNames(list)
  await tx.$executeRaw`
    UPDATE ${table} AS entry SET ${place} = wanted."at"
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS wanted("id", "at") WHERE entry."id" = wanted."id"`
  return orderDetails(before, after)
}

import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** The order in which dapps are listed. */
export const dappOrder = [{ position: 'asc' as const }, { id: 'asc' as const }]

/** The order in which games are listed. */
export const gameOrder = [{ order: 'asc' as const }, { id: 'asc' as const }]

/** Lets changes of the places in a list follow one another, also of entries that are added meanwhile. */
export const lockOrder = (tx: Tx, list: 'dapps' | 'games') =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`order of ${list}`}, 0))::text`

const listed = (names: readonly (string | number)[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** The entries in the order of the ids. Throws `order_outdated` unless these are all of them. */
export const inOrderOf = <Entry extends { id: number; name: string }>(
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
export const orderDetails = (before: readonly { name: string }[], after: readonly { name: string }[]) => {
  const names = (entries: readonly { name: string }[]) => ({ order: entries.map(({ name }) => name) })
  return { changed: ['order'], before: names(before), after: names(after) }
}

import type { Database } from '../../db.ts'
import { type Custody, CustodyError, requireComplete } from '../../custody/index.ts'
import { ensureCanary } from './canary.ts'
import { forEachConcurrent } from './for-each-concurrent.ts'
import { countByKek, type KeyBatchOptions, scopeOf, type StoredKey, storedKeys } from './stored-keys.ts'

type Keys = Pick<Custody, 'plan' | 'rewrap' | 'makeCanary' | 'checkCanary'>

export interface RewrapCounts {
  /** Data keys that this call moved. */
  done: number
  /** Data keys of the whole database that are not under the current KEK after this call. */
  left: number
  /** Data keys of this batch that do not open under the KEK they name. They stay unchanged. */
  failed: number
  /** Where the next batch begins; null after the last. */
  next: string | null
}

/**
 * Moves one batch of data keys to the current KEK. Servers go on meanwhile: a row is replaced only if it is unchanged,
 * and readers open both the old and the new form. Several servers may run it at once: the second finds the row changed
 * and skips it.
 *
 * Call it with `next` until that is null, and begin again until `left` is 0: rows that others change are skipped, and
 * servers that have not reloaded their KEKs still wrap under the old one. Only then retire the old KEK.
 *
 * Throws kek_unknown, before anything changes, where rows name a KEK that this server lacks; backend_unavailable,
 * backend_refused and self_check_failed where a KEK cannot be used. Rows that were moved before stay moved.
 */
export const rewrapBatch = async (
  db: Database,
  keys: Keys,
  { after, limit }: Pick<KeyBatchOptions, 'after' | 'limit'>,
): Promise<RewrapCounts> => {
  const plan = await keys.plan(await countByKek(db))
  requireComplete(plan)
  const { current } = plan
  // The canary comes before the first row: a server that starts later must be able to detect a wrong key of this id.
  await ensureCanary(db, keys, await keys.makeCanary(current))
  const { rows, next } = await storedKeys(db, { after, limit, except: current })
  const counts = { done: 0, failed: 0 }
  await forEachConcurrent(rows, async (row) => {
    const outcome = await moveOne(db, keys, row)
    if (outcome === 'moved') counts.done += 1
    if (outcome === 'failed') counts.failed += 1
  })
  return { ...counts, next, left: await db.prisma.dataKey.count({ where: { kekId: { not: current } } }) }
}

const moveOne = async ({ prisma }: Database, keys: Keys, row: StoredKey): Promise<'moved' | 'elsewhere' | 'failed'> => {
  const { owner, ownerId, kekId, wrappedKey } = row
  const moved = await keys.rewrap(scopeOf(row), { kekId, wrappedKey }).catch((error: unknown) => {
    if (error instanceof CustodyError && error.code === 'unseal_failed') return undefined
    throw error
  })
  if (!moved) return 'failed'
  const { count } = await prisma.dataKey.updateMany({ where: { owner, ownerId, kekId, wrappedKey }, data: moved })
  return count === 1 ? 'moved' : 'elsewhere'
}

import type { Database } from '../../db.ts'
import { CustodyError } from '../../lib/custody/errors.ts'
import type { KeyService } from '../../lib/custody/key-service.ts'
import { opens, planRotation, requireComplete, rewrap } from '../../lib/custody/rotation.ts'
import { plantCanary } from './canary.ts'
import { countByKek, scopeOf, type StoredKey, storedKeys } from './stored-keys.ts'

export interface RewrapCounts {
  /** Moved by this call. */
  done: number
  /** Not under the current KEK; while it runs an estimate, in the answer counted. */
  left: number
  /** Of those left, which do not open under the KEK they name. They stay as they are. */
  failed: number
}

export interface RewrapOptions {
  db: Database
  /** KEKs that are asked each time: `direct` of openKek. */
  keys: KeyService
  /** After each batch. */
  onProgress?: (counts: RewrapCounts) => void
  /** Rows read at a time. */
  batch?: number
  /** Rows moved at the same time; remote KEKs are three calls each. */
  parallel?: number
  /** Ends it after the rows at hand. */
  signal?: AbortSignal
}

type Outcome = 'moved' | 'elsewhere' | 'failed'

const BATCH = 100
const PARALLEL = 8

/**
 * Moves every data key to the current KEK. Nothing stops meanwhile: a row is replaced by one statement that compares what
 * it replaces, readers open the old or the new. What has been moved stays moved, so that it may be stopped at any time and
 * called again, and several servers may do it at once: who comes second finds the row changed and leaves it.
 *
 * It passes the rows until a pass finds none to move, since servers that have not opened their KEKs anew still wrap under
 * the old one. Call it again until `left` is 0, and only then retire the old KEK.
 *
 * Throws kek_unknown, before anything is changed, where rows name a KEK that `keys` lacks; backend_unavailable,
 * backend_refused and self_check_failed where a KEK cannot be asked or trusted, what was moved before staying moved.
 */
export const rewrapAll = async (options: RewrapOptions): Promise<RewrapCounts> => {
  const { db, onProgress, batch = BATCH, parallel = PARALLEL, signal } = options
  // As it is now: a reload meanwhile must not change where this rotation goes.
  const keys: KeyService = { ...options.keys, current: options.keys.current }
  const plan = planRotation(keys, await countByKek(db))
  requireComplete(plan)
  const { id: current } = keys.current
  // Before the first row: who starts later must be able to tell a wrong key of this id.
  await plantCanary(db, keys)

  const counts = { done: 0, failed: 0 }
  let left = plan.toMove
  for (let changed = 1; changed > 0 && !signal?.aborted;) {
    let moved = 0
    changed = 0
    let failed = 0
    for await (const rows of storedKeys(db, { size: batch, except: current })) {
      await eachOf(rows, { parallel, signal }, async (row) => {
        const outcome = await moveOne(db, keys, row)
        if (outcome === 'moved') moved += 1
        if (outcome === 'failed') failed += 1
        else changed += 1
      })
      onProgress?.({ done: counts.done + moved, left: Math.max(left - changed, failed), failed })
      if (signal?.aborted) break
    }
    counts.done += moved
    counts.failed = failed
    left = Math.max(left - changed, failed)
  }
  return { ...counts, left: await db.prisma.dataKey.count({ where: { kekId: { not: current } } }) }
}

const moveOne = async ({ prisma }: Database, keys: KeyService, row: StoredKey): Promise<Outcome> => {
  const { owner, ownerId, kekId, wrappedKey } = row
  const moved = await rewrap(keys, wrappedKey, kekId, scopeOf(row)).catch((error: unknown) => {
    if (error instanceof CustodyError && error.code === 'unseal_failed') return undefined
    throw error
  })
  if (!moved) return 'failed'
  const { count } = await prisma.dataKey.updateMany({ where: { owner, ownerId, kekId, wrappedKey }, data: moved })
  return count === 1 ? 'moved' : 'elsewhere'
}

/** Ends early, and throws what `work` threw, after the rows that have begun. */
const eachOf = async <Row>(
  rows: Row[],
  { parallel, signal }: { parallel: number; signal: AbortSignal | undefined },
  work: (row: Row) => Promise<void>,
): Promise<void> => {
  const waiting = [...rows]
  const errors: unknown[] = []
  const lane = async () => {
    for (let row = waiting.shift(); row && errors.length === 0 && !signal?.aborted; row = waiting.shift())
      await work(row).catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  if (errors.length > 0) throw errors[0]
}

export interface KekReport {
  kekId: string
  opened: number
  /** Wrapped for another owner, changed, or under a KEK that this server does not have. */
  failed: number
}

/**
 * Opens every data key under the KEK its row names, and changes nothing. For before and after a rotation, and for a
 * restored backup. Throws backend_unavailable and backend_refused: an outage is no lost key.
 */
export const verifyAll = async (
  options: Pick<RewrapOptions, 'db' | 'keys' | 'batch' | 'parallel' | 'signal'>,
): Promise<KekReport[]> => {
  const { db, keys, batch = BATCH, parallel = PARALLEL, signal } = options
  const reports = new Map<string, KekReport>()
  for await (const rows of storedKeys(db, { size: batch })) {
    await eachOf(rows, { parallel, signal }, async (row) => {
      const opened = await opens(keys, row.wrappedKey, row.kekId, scopeOf(row))
      const report = reports.get(row.kekId) ?? { kekId: row.kekId, opened: 0, failed: 0 }
      report[opened ? 'opened' : 'failed'] += 1
      reports.set(row.kekId, report)
    })
    signal?.throwIfAborted()
  }
  return [...reports.values()].toSorted((a, b) => a.kekId.localeCompare(b.kekId))
}

import type { Database } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import { forEachConcurrent } from './for-each-concurrent.ts'
import { type KeyBatchOptions, scopeOf, storedKeys } from './stored-keys.ts'

export interface KekReport {
  kekId: string
  opened: number
  /** Data keys wrapped for another owner, changed, or under a KEK that this server does not have. */
  failed: number
}

export interface Verified {
  /** Where the next batch begins; null after the last. */
  next: string | null
  /** The number of all data keys. */
  total: number
  reports: KekReport[]
}

/**
 * Opens a batch of data keys, each under the KEK its row names, and changes nothing. Use it before and after a
 * rotation and on a restored backup. Throws backend_unavailable and backend_refused: an outage does not count as a
 * lost key.
 */
export const verifyBatch = async (
  db: Database,
  keys: Pick<Custody, 'opens'>,
  { after, limit }: Pick<KeyBatchOptions, 'after' | 'limit'>,
): Promise<Verified> => {
  const { rows, next } = await storedKeys(db, { after, limit })
  const reports = new Map<string, KekReport>()
  await forEachConcurrent(rows, async (row) => {
    const { kekId, wrappedKey } = row
    const opened = await keys.opens(scopeOf(row), { kekId, wrappedKey })
    const report = reports.get(kekId) ?? { kekId, opened: 0, failed: 0 }
    report[opened ? 'opened' : 'failed'] += 1
    reports.set(kekId, report)
  })
  const total = await db.prisma.dataKey.count()
  return { next, total, reports: [...reports.values()].toSorted((a, b) => a.kekId.localeCompare(b.kekId)) }
}

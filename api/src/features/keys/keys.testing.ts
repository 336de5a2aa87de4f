import type { Database } from '../../db.ts'
import type { Custody, KeyScope } from '../../custody/index.ts'
import {
  createCustody,
  type KeyService,
  openCustody,
  openKeyring,
  unwrapDataKey,
  wrapDataKey,
} from '../../custody/testing.ts'
import { openKeys } from './canary.ts'
import { type RewrapCounts, rewrapBatch } from './rewrap.ts'
import { type KekReport, verifyBatch } from './verify.ts'

/** Custody over KEKs that the test chooses. */
export const custodyWith = (keys: KeyService): Custody =>
  createCustody(async () => ({ keys, direct: keys, reload: async () => {}, close: () => {} }), {
    kek: 'local',
    keyringFile: '/nowhere/keyring.json',
    legacySaltFile: undefined,
  })

export const localCustody = (keyringFile: string): Custody =>
  openCustody({ kek: 'local', keyringFile, legacySaltFile: undefined, cacheSeconds: 0 })

/** Opens a keyring for a database, as the start of a server does. */
export const startServerWithCustody = async (db: Database, keyringFile: string): Promise<KeyService> => {
  await openKeys(db, localCustody(keyringFile))
  return openKeyring(keyringFile)
}

/** Also hands out users' data keys, which custody never does, so that a test can check what they open. */
export const withExportedDataKeys = (service: KeyService): Pick<Custody, 'newDataKey' | 'openDataKey'> => ({
  newDataKey: async (scope) => {
    const { dataKey, ...wrapped } = await wrapDataKey(service, scope)
    dataKey.fill(0)
    return wrapped
  },
  openDataKey: async (scope, { wrappedKey, kekId }) => unwrapDataKey(service, wrappedKey, kekId, scope),
})

/** Casts a scope to the type that `withExportedDataKeys` takes. */
export const anyScope = (scope: KeyScope) => scope as Exclude<KeyScope, { owner: 'user' }>

interface Options {
  db: Database
  keys: KeyService | Custody
  batch?: number
  signal?: AbortSignal
  onProgress?: (counts: { done: number; left: number; failed: number }) => void
}

const custodyOf = (keys: KeyService | Custody) => ('current' in keys ? custodyWith(keys) : keys)

/** Rewraps all batches, in as many passes as needed, as the CLI does. */
export const rewrapAll = async ({ db, keys, batch = 100, signal, onProgress }: Options) => {
  const custody = custodyOf(keys)
  const total = { done: 0, left: 0, failed: 0 }
  // A row that another process changed is skipped and needs another pass; a row that does not open would be tried for
  // ever.
  for (let passes = 0; (passes === 0 || total.left > total.failed) && passes < 5 && !signal?.aborted; passes += 1) {
    total.failed = 0
    let counts: RewrapCounts | undefined
    do {
      counts = await rewrapBatch(db, custody, { after: counts?.next ?? undefined, limit: batch })
      total.done += counts.done
      total.failed += counts.failed
      total.left = counts.left
      onProgress?.({ ...total })
    } while (counts.next !== null && !signal?.aborted)
  }
  return total
}

/** Verifies all batches. */
export const verifyAll = async ({ db, keys, batch = 100 }: Options): Promise<KekReport[]> => {
  const custody = custodyOf(keys)
  const sums = new Map<string, KekReport>()
  let next: string | null | undefined
  do {
    const verified = await verifyBatch(db, custody, { after: next ?? undefined, limit: batch })
    for (const { kekId, opened, failed } of verified.reports) {
      const sum = sums.get(kekId) ?? { kekId, opened: 0, failed: 0 }
      sums.set(kekId, { kekId, opened: sum.opened + opened, failed: sum.failed + failed })
    }
    next = verified.next
  } while (next !== null)
  return [...sums.values()].toSorted((a, b) => a.kekId.localeCompare(b.kekId))
}

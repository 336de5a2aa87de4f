import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeyEncryptionKey } from '../key-service.ts'

export interface UnwrapCacheOptions {
  /** Lifetime of a cached data key, at most 60 seconds; 0 disables the cache. */
  seconds: number
  /** Maximum number of cached data keys. */
  entries?: number
}

export interface UnwrapCache {
  /** The same KEK with its unwraps cached. */
  over: (kek: KeyEncryptionKey) => KeyEncryptionKey
  /** Zeroes and removes every entry, including unwraps in flight. */
  clear: () => void
}

interface Pending {
  dek: Promise<Buffer>
  /** Callers that have not copied it yet; the last one zeroes it. */
  waiting: number
}

const MOST_SECONDS = 60
const ENTRIES = 1000

/**
 * Caches data keys that remote KEKs unwrapped, since each unwrap is a network call. The cache key is a digest of KEK
 * id, wrapped bytes and AAD, so a hit needs all three. Data keys are zeroed on eviction, on expiry and by `clear`;
 * reads do not extend their lifetime. Concurrent unwraps of one data key share one call. Each caller gets its own
 * buffer and zeroes it with fill(0). Failures are not cached.
 *
 * A key that the backend revokes stays usable here until its entry expires. Rotation and verification bypass the cache.
 */
export function createUnwrapCache({ seconds, entries = ENTRIES }: UnwrapCacheOptions): UnwrapCache {
  const ttl = Math.min(seconds, MOST_SECONDS) * 1000
  const kept =
    ttl > 0
      ? new LRUCache<string, Buffer>({ max: entries, ttl, ttlAutopurge: true, dispose: (dek) => dek.fill(0) })
      : undefined
  const pending = new Map<string, Pending>()
  let era = 0

  const start = (name: string, unwrap: () => Promise<Buffer>): Pending => {
    const begun = era
    const ask = async () => {
      try {
        // Runs in a later microtask, because `call` is not assigned yet.
        const dek = await Promise.resolve().then(unwrap)
        if (begun === era) kept?.set(name, copyOf(dek))
        return dek
      } finally {
        // Synchronously with the result, so that no caller joins and waits for a key that is already zeroed.
        if (pending.get(name) === call) pending.delete(name)
      }
    }
    const call: Pending = { dek: ask(), waiting: 0 }
    pending.set(name, call)
    return call
  }

  const unwrap = async (kek: KeyEncryptionKey, wrapped: Uint8Array, aad: Buffer): Promise<Buffer> => {
    const name = nameOf(kek.id, wrapped, aad)
    const known = kept?.get(name)
    if (known) return copyOf(known)
    const call = pending.get(name) ?? start(name, () => kek.unwrap(wrapped, aad))
    call.waiting += 1
    const dek = await call.dek
    // A copy even for a single caller: another may have joined meanwhile.
    const own = copyOf(dek)
    call.waiting -= 1
    if (call.waiting === 0) dek.fill(0)
    return own
  }

  return {
    over: (kek) => (kept ? { ...kek, unwrap: (wrapped, aad) => unwrap(kek, wrapped, aad) } : kek),
    clear: () => {
      era += 1
      kept?.clear()
      pending.clear()
    },
  }
}

/** Buffer.from would share a pool with other buffers. */
function copyOf(dek: Buffer): Buffer {
  const copy = Buffer.alloc(dek.length)
  dek.copy(copy)
  return copy
}

function nameOf(id: string, wrapped: Uint8Array, aad: Buffer): string {
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(Buffer.byteLength(id), 0)
  lengths.writeUInt32BE(wrapped.length, 4)
  return createHash('sha256').update(lengths).update(id).update(wrapped).update(aad).digest('base64')
}

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeyEncryptionKey } from './key-service.ts'

export interface UnwrapCacheOptions {
  /** How long a data key is kept, at most 60 seconds; 0: not at all. */
  seconds: number
  /** Data keys at a time. */
  entries?: number
}

export interface UnwrapCache {
  /** The same KEK, its unwraps remembered. */
  over: (kek: KeyEncryptionKey) => KeyEncryptionKey
  /** Zeroes and forgets everything, also what is being unwrapped now. */
  clear: () => void
}

interface Pending {
  dek: Promise<Buffer>
  /** How many have yet to copy it; the last zeroes it. */
  waiting: number
}

const MOST_SECONDS = 60
const ENTRIES = 1000

/**
 * Remembers what remote KEKs unwrapped, since each unwrap there is a call over the network. Data keys are kept by the
 * digest of KEK id, wrapped bytes and AAD, so that only who shows all of them gets one; they are zeroed when they are
 * pushed out, when their time is over and by `clear`. Reading does not prolong their time. Concurrent unwraps of one key
 * share one call. Each caller gets bytes of its own, to be zeroed with fill(0) as ever. Failures are not remembered.
 *
 * A key that the backend withdraws opens here until its time is over. Rotation and verification ask the KEKs themselves.
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
        // Never in this turn: `call` is not there yet.
        const dek = await Promise.resolve().then(unwrap)
        if (begun === era) kept?.set(name, copyOf(dek))
        return dek
      } finally {
        // In the same turn as the answer: nobody joins who would wait for a key already zeroed.
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
    // A copy even for the only caller: the next may have joined meanwhile.
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

/** Not Buffer.from, which shares a pool with other buffers. */
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

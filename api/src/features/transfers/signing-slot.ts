import type { Database } from '../../db.ts'

interface Slots {
  free: number
  waiting: (() => void)[]
}

const slots = new WeakMap<Database, Slots>()

/** Half of the pool: each signature holds a connection, and a slow signer must not block other calls. */
const slotsOf = (db: Database): Slots => {
  const known = slots.get(db) ?? { free: Math.max(1, Math.floor((db.pool.options.max ?? 10) / 2)), waiting: [] }
  slots.set(db, known)
  return known
}

/** Limits work that signs while it holds a connection to half of the pool, over all wallets. */
export const withSigningSlot = async <T>(db: Database, work: () => Promise<T>): Promise<T> => {
  const pool = slotsOf(db)
  if (pool.free > 0) pool.free -= 1
  else await new Promise<void>((resolve) => pool.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = pool.waiting.shift()
    if (next) next()
    else pool.free += 1
  }
}

import type { Database } from '../../db.ts'

/** The last piece of work of each name in this process. */
const queues = new Map<string, Promise<unknown>>()

/**
 * One after the other for each name. Without it each of many sends from one wallet would hold a connection of the pool
 * while it waits for the lock in the database, and everybody else would wait for connections.
 */
export const withKeyedMutex = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const mine = (queues.get(name) ?? Promise.resolve()).then(work, work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  queues.set(name, settled)
  void settled.then(() => queues.get(name) === settled && queues.delete(name))
  return mine
}

interface Slots {
  free: number
  waiting: (() => void)[]
}

const slots = new WeakMap<Database, Slots>()

/** Half of the pool, since a signer that takes its time holds a connection each: the others are for everybody else. */
const slotsOf = (db: Database): Slots => {
  const known = slots.get(db) ?? { free: Math.max(1, Math.floor((db.pool.options.max ?? 10) / 2)), waiting: [] }
  slots.set(db, known)
  return known
}

/** Work that signs while it holds a connection of the database: limited to half of the pool, for all wallets together. */
export const withSigningSlot = async <T>(db: Database, work: () => Promise<T>): Promise<T> => {
  const all = slotsOf(db)
  if (all.free > 0) all.free -= 1
  else await new Promise<void>((resolve) => all.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = all.waiting.shift()
    if (next) next()
    else all.free += 1
  }
}

/** The last promise of each name in this process. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Serializes work by name, in this process. Without it, many sends from one wallet would each hold a connection while waiting
 * for the lock in the database, and other calls would wait for connections.
 */
export const withKeyedMutex = <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const result = (queues.get(name) ?? Promise.resolve()).then(work, work)
  const settled = result.then(
    () => undefined,
    () => undefined,
  )
  queues.set(name, settled)
  void settled.then(() => queues.get(name) === settled && queues.delete(name))
  return result
}

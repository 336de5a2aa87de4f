import { LRUCache } from 'lru-cache'

interface CachedByKey<T> {
  /** Calls at the same time share one question. A failure is not kept. */
  get: (key: string) => Promise<T>
  clear: () => void
}

/** Remembers what was answered for each key, for the keys that were asked for last. `ttl`: milliseconds. */
export const cachedByKey = <T>(ttl: number, ask: (key: string) => Promise<T>): CachedByKey<T> => {
  const cached = new LRUCache<string, Promise<T>>({ max: 1000, ttl })
  return {
    get: (key) => {
      const known = cached.get(key)
      if (known) return known
      const answer = ask(key)
      cached.set(key, answer)
      answer.catch(() => {
        // After `clear`, a newer answer may stand there.
        if (cached.peek(key) === answer) cached.delete(key)
      })
      return answer
    },
    clear: () => cached.clear(),
  }
}

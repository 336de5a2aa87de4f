const memory = new Map<string, string>()

/**
 * Storage of the page for everything but the session: localStorage, or memory until the page is closed where
 * localStorage is absent, blocked or full. No method throws.
 */
export const pageStorage = {
  get: (key: string): string | null => {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  /** Stores a value; false where it is only in memory. */
  set: (key: string, value: string): boolean => {
    try {
      localStorage.setItem(key, value)
      memory.delete(key)
      return true
    } catch {
      memory.set(key, value)
      return false
    }
  },
  remove: (key: string): void => {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // A blocked storage has no value to remove.
    }
  },
}

const memory = new Map<string, string>()

/**
 * What the page remembers beside the session: localStorage, or, where that is absent, blocked or full, this page's own
 * memory. Nothing here throws.
 */
export const pageStorage = {
  get: (key: string): string | null => {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  /** Whether it is kept longer than this page. */
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
      // A blocked storage holds nothing.
    }
  },
}

/** A value that changes; `subscribe` and `get` fit React's useSyncExternalStore. */
export interface Readable<T> {
  get: () => T
  /** Calls back after every change; returns how to stop that. */
  subscribe: (changed: () => void) => () => void
}

export interface Store<T> extends Readable<T> {
  set: (value: T) => void
}

export const createStore = <T>(initial: T): Store<T> => {
  let current = initial
  const watchers = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      current = value
      for (const changed of [...watchers]) changed()
    },
    subscribe: (changed) => {
      const watcher = () => changed()
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

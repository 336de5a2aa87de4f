/** A value that changes. `subscribe` and `get` are the arguments of React's useSyncExternalStore. */
export interface Readable<T> {
  get: () => T
  /** Calls the listener after every change. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void
}

export interface Store<T> extends Readable<T> {
  set: (value: T) => void
}

export const createStore = <T>(initial: T): Store<T> => {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      current = value
      for (const notify of listeners) notify()
    },
    subscribe: (listener) => {
      // A function of its own, so that one listener can subscribe twice.
      const notify = () => listener()
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
  }
}

import { useSyncExternalStore } from 'react'

/** A value outside of React that components read with useStore. */
export interface Store<T> {
  get: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a store; listeners hear of values that differ from the last one. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The value of a store; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get)

/** Local storage, which is absent in tests under Node and may be refused by a browser's settings. */
const storage = {
  get: (key: string): string | null => {
    try {
      return globalThis.localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string): void => {
    try {
      globalThis.localStorage.setItem(key, value)
    } catch {
      // The choice then lasts until the page is closed.
    }
  },
}

/** A text that survives a restart; anything may have been written there, so it is only good to be compared. */
export const createStoredText = (key: string): Store<string> => {
  const name = `OpenAuth:Console:${key}`
  const store = createStore(storage.get(name) ?? '')
  return {
    ...store,
    set: (next) => {
      storage.set(name, next)
      store.set(next)
    },
  }
}

/** A choice among `values` that survives a restart; the first value where nothing valid is stored. */
export const createStoredChoice = <T extends string>(key: string, values: readonly [T, ...T[]]): Store<T> => {
  const text = createStoredText(key)
  const store = createStore(values.find((value) => value === text.get()) ?? values[0])
  return {
    ...store,
    set: (next) => {
      text.set(next)
      store.set(next)
    },
  }
}

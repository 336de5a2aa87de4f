import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network; `unreachable`: it has one, and the server does not answer. */
export type Connection = 'there' | 'offline' | 'unreachable'

/** Milliseconds between two questions while the server does not answer, and for which an answer is waited. */
const EVERY = 3000
const PATIENCE = 5000

let connection: Connection = 'there'
let apiUrl = ''
let asking: Promise<boolean> | undefined
const listeners = new Set<() => void>()

const ask = async (): Promise<boolean> => {
  try {
    // Whatever comes back is an answer, also one that this page may not read.
    await fetch(`${apiUrl}/healthz`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })
    return true
  } catch {
    return false
  }
}

const set = (next: Connection): void => {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

/**
 * Asks the server whether it is there, once for all who ask at the same time. The browser's own `onLine` alone does not
 * tell: it is false on a machine that has nothing but loopback, where the server answers all the same.
 */
export const checkConnection = (): Promise<boolean> => {
  asking ??= ask().then((isThere) => {
    asking = undefined
    set(isThere ? 'there' : navigator.onLine ? 'unreachable' : 'offline')
    // Nothing tells when a server is back.
    if (!isThere) setTimeout(() => void checkConnection(), EVERY)
    return isThere
  })
  return asking
}

/** Looks at the connection from now on: whenever the browser tells of a change. */
export const watchConnection = (url: string): void => {
  apiUrl = url
  for (const name of ['online', 'offline'] as const) addEventListener(name, () => void checkConnection())
  if (!navigator.onLine) void checkConnection()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'there',
  )

import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network; `unreachable`: it has a network, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'unreachable'

/** Pause between two checks while the server does not answer. */
const RETRY_MS = 3000
const TIMEOUT_MS = 5000

let connection: Connection = 'online'
let apiUrl = ''
let checking: Promise<boolean> | undefined
const listeners = new Set<() => void>()

const isServerUp = async (): Promise<boolean> => {
  try {
    // Any response counts, also an opaque one.
    await fetch(`${apiUrl}/healthz`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
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
 * Checks whether the server answers. Concurrent calls share one request. The browser's `onLine` alone does not suffice:
 * it is false on a machine with a loopback interface only, where the server still answers.
 */
export const checkConnection = (): Promise<boolean> => {
  checking ??= isServerUp().then((isOnline) => {
    checking = undefined
    set(isOnline ? 'online' : navigator.onLine ? 'unreachable' : 'offline')
    // No event says that a server is back.
    if (!isOnline) setTimeout(() => void checkConnection(), RETRY_MS)
    return isOnline
  })
  return checking
}

/** The server may have answered a request that was under way while the network went: it is asked once more. */
const checkTwice = async (): Promise<void> => {
  if ((await checkConnection()) && !navigator.onLine) setTimeout(() => void checkConnection(), RETRY_MS)
}

/** Checks the connection to a server on every `online` and `offline` event of the browser. */
export const watchConnection = (url: string): void => {
  apiUrl = url
  addEventListener('online', () => void checkConnection())
  addEventListener('offline', () => void checkTwice())
  if (!navigator.onLine) void checkConnection()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The state of the connection as of the last check. */
export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => connection,
    () => 'online',
  )

import type { EventName, MethodName, MethodParams } from '@tma.js/bridge'
import type { Bridge, Warn } from './bridge.ts'
import { HostError, type HostErrorCode } from './errors.ts'
import { isAtLeast, versionSince, type VersionedMethod } from './version.ts'

/** How long to wait for a decision of the player; after it, the request ends as if they had declined. */
export const PLAYER_TIMEOUT_MS = 600_000

/** A bridge to a host of a known version. */
export interface HostConnection extends Bridge {
  version: string
  warn: Warn
  /** Whether the host supports a method; warns if not. For features that a page can do without. */
  supports: (method: VersionedMethod) => boolean
  /** Throws WebAppMethodUnsupported if the host does not support a method. */
  requireSupport: (method: VersionedMethod) => void
  /** Sends a method; throws WebAppMethodUnsupported where Telegram is not there to receive it. */
  send: <M extends MethodName>(method: M, params?: MethodParams<M>) => void
}

export const openConnection = (bridge: Bridge, version: string, warn: Warn): HostConnection => {
  const isSupported = (method: VersionedMethod) => isAtLeast(version, versionSince(method))
  const reason = (method: VersionedMethod) => `${method} needs version ${versionSince(method)}, this is ${version}`
  return {
    ...bridge,
    version,
    warn,
    supports: (method) => {
      if (!isSupported(method)) warn(reason(method))
      return isSupported(method)
    },
    requireSupport: (method) => {
      if (!isSupported(method)) throw new HostError('WebAppMethodUnsupported', reason(method))
    },
    send: (method, params) => {
      if (!bridge.post(method, params))
        throw new HostError('WebAppMethodUnsupported', 'Telegram does not receive messages of this page')
    },
  }
}

/** The fields of an event's data, which may have any type; none where it is no object. */
export const fieldsOf = (data: unknown): Partial<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}

export interface HostRequest<T> {
  event: EventName
  /** Reads the answer from an event's data; undefined where the event answers another request. */
  read: (data: unknown) => T | undefined
  send: () => void
  timeoutMs: number
}

/** Sends a request and waits for its answer; undefined where none came in time. Rejects where sending failed. */
export const requestHost = <T>(
  bridge: Bridge,
  { event, read, send, timeoutMs }: HostRequest<T>,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = bridge.listen(event, (data) => {
      const answer = read(data)
      if (answer !== undefined) settle(answer)
    })
    const timer = setTimeout(() => settle(undefined), timeoutMs)
    const settle = (answer: T | undefined) => {
      stop()
      clearTimeout(timer)
      resolve(answer)
    }
    try {
      send()
    } catch (error) {
      reject(error)
      settle(undefined)
    }
  })

/** Returns a function that runs one piece of work at a time, and rejects others with `code` until it has ended. */
export const oneAtATime = (code: HostErrorCode) => {
  let isBusy = false
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy) throw new HostError(code)
    isBusy = true
    try {
      return await work()
    } finally {
      isBusy = false
    }
  }
}

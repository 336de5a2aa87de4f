import type { EventName, MethodName, MethodParams } from '@tma.js/bridge'
import type { Bridge, Warn } from './bridge.ts'
import { HostError, type HostErrorCode } from './errors.ts'
import { isAtLeast, versionSince, type VersionedMethod } from './version.ts'

/** What the player decides may take them this long; after it, whoever waits is freed as if they had declined. */
export const PLAYER_WAIT_MS = 600_000

/** The line to a host of a known version. */
export interface HostConnection extends Bridge {
  version: string
  warn: Warn
  /** Whether this host knows a method; a warning says where not. For what a page does as well without. */
  knows: (method: VersionedMethod) => boolean
  /** Throws WebAppMethodUnsupported where this host does not know a method. For what a page asked for. */
  demand: (method: VersionedMethod) => void
  /** Sends; throws WebAppMethodUnsupported where nobody receives. */
  send: <M extends MethodName>(method: M, params?: MethodParams<M>) => void
}

export const openConnection = (bridge: Bridge, version: string, warn: Warn): HostConnection => {
  const isKnown = (method: VersionedMethod) => isAtLeast(version, versionSince(method))
  const reason = (method: VersionedMethod) => `${method} needs version ${versionSince(method)}, this is ${version}`
  return {
    ...bridge,
    version,
    warn,
    knows: (method) => {
      if (!isKnown(method)) warn(reason(method))
      return isKnown(method)
    },
    demand: (method) => {
      if (!isKnown(method)) throw new HostError('WebAppMethodUnsupported', reason(method))
    },
    send: (method, params) => {
      if (!bridge.post(method, params)) throw new HostError('WebAppMethodUnsupported', 'no Telegram is here to listen')
    },
  }
}

/** The fields of an event's data, of which none is sure. */
export const fieldsOf = (data: unknown): Partial<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}

export interface HostRequest<T> {
  event: EventName
  /** The answer in an event's data; undefined where the event answers something else. */
  read: (data: unknown) => T | undefined
  send: () => void
  waitMs: number
}

/** Sends, and waits for the event that answers; undefined where none came in time. Rejects where sending failed. */
export const requestHost = <T>(bridge: Bridge, { event, read, send, waitMs }: HostRequest<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = bridge.listen(event, (data) => {
      const answer = read(data)
      if (answer !== undefined) settle(answer)
    })
    const timer = setTimeout(() => settle(undefined), waitMs)
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

/** Lets one work at a time pass; rejects others with `code` until it has ended. */
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

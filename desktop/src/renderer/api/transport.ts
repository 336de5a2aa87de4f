import { ApiError, type Endpoint, endpoints, listRoutes, type Transport } from '@openauth/client'
import { faultOf } from '../../connection-fault.ts'
import type { Answer, Bridge, Calls, Channel, Channels, Parameters } from '../../ipc.ts'
import { openBrowserConnection } from './browser-connection.ts'
import type { Connection } from './connection.ts'
import { connectionError } from './connection-error.ts'

declare global {
  interface Window {
    /** Set by the preload script of the desktop console; absent in a browser. */
    openauth?: Bridge
  }
}

const names = new Map<Endpoint, { group: string; verb: string }>(
  listRoutes<Endpoint>(endpoints).map(({ group, verb, route }) => [route, { group, verb }]),
)

/** Returns the result of an answer from the main process, or throws its error as an ApiError. */
export const resultOf = <T>(answer: Answer<T>): T => {
  if (answer.ok) return answer.result
  const { status, retryAfter, address = '', ...body } = answer.error
  const error = new ApiError(status, body, retryAfter === undefined ? {} : { retryAfter })
  const fault = faultOf(error.code)
  throw fault ? connectionError(fault, address, error) : error
}

/**
 * Calls the server through the main process, which holds the token. Aborting does not cancel a call that has started;
 * its answer is dropped.
 */
export const ipcTransport =
  (bridge: () => Bridge): Transport =>
  async (endpoint, input, { signal }) => {
    signal?.throwIfAborted()
    const name = names.get(endpoint)
    if (!name) throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract`)
    return resultOf(await bridge().api({ ...name, input }))
  }

/** The connection through Electron's bridge. */
export const openDesktopConnection = (bridge: Bridge): Connection => ({
  kind: 'desktop',
  transport: ipcTransport(() => bridge),
  server: async () => resultOf(await bridge['server.get']()),
})

let opened: Connection | undefined

/** The connection of these pages: Electron's bridge where there is one. */
export const connection = (): Connection =>
  (opened ??= window.openauth ? openDesktopConnection(window.openauth) : openBrowserConnection())

/** Whether the pages are in a browser, at /console of their server. */
export const isInBrowser = (): boolean => typeof window !== 'undefined' && window.openauth === undefined

/** Sends a message to the desktop console's main process and returns its result. Throws ApiErrors, also in a browser. */
export const callMain = async <C extends Channel>(
  channel: C,
  ...input: Parameters<C>
): Promise<Channels[C]['result']> => {
  if (!window.openauth) throw new ApiError(0, { message: 'Only the desktop console can do this' })
  const calls: Calls = window.openauth
  return resultOf(await calls[channel](...input))
}

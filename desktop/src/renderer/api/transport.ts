import { ApiError, contract, listRoutes, type Route, type Transport } from '@openauth/client'
import type { Answer, Bridge } from '../../ipc.ts'

declare global {
  interface Window {
    /** Set by the preload script. */
    openauth: Bridge
  }
}

const names = new Map<Route, { group: string; verb: string }>(
  listRoutes(contract).map(({ group, verb, route }) => [route, { group, verb }]),
)

/** Returns the result of an answer from the main process, or throws its error as an ApiError. */
export const resultOf = <T>(answer: Answer<T>): T => {
  if (answer.ok) return answer.result
  const { status, retryAfter, ...body } = answer.error
  throw new ApiError(status, body, retryAfter === undefined ? {} : { retryAfter })
}

/**
 * Calls the server through the main process, which holds the token. Aborting does not cancel a call that has started;
 * its answer is dropped.
 */
export const ipcTransport =
  (bridge: () => Bridge): Transport =>
  async (route, input, { signal }) => {
    signal?.throwIfAborted()
    const name = names.get(route)
    if (!name) throw new Error(`${route.method} ${route.path} is not in the contract`)
    return resultOf(await bridge().api({ ...name, input }))
  }

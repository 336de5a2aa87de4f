import { type Client, contract, createClient, fetchTransport, type Transport } from '@openauth/client'
import type { Recorder } from './recorder.ts'

/** A call that takes longer has failed. Milliseconds. */
const TIMEOUT = 30_000

/** `GET /user/profile` as `account.profile`. */
const names = new Map<object, string>(
  Object.entries(contract).flatMap(([group, verbs]) =>
    Object.entries(verbs).map(([verb, route]): [object, string] => [route, `${group}.${verb}`]),
  ),
)

export interface Api {
  url: string
  /** The typed client with a credential, or none; every call is timed. */
  as: (token?: string) => Client
  /** A request outside the contract, from the same address. */
  fetch: typeof fetch
}

/**
 * The public HTTP interface, as one caller uses it. `address` is where the server takes the caller to be, in place of this
 * machine: the limits on attempts count by address.
 */
export const apiAt = (url: string, recorder: Pick<Recorder, 'timed'>, address?: string): Api => {
  const fetchFrom: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (address) headers.set('x-forwarded-for', address)
    return fetch(input, { signal: AbortSignal.timeout(TIMEOUT), ...init, headers })
  }
  const as = (token?: string): Client => {
    const send = fetchTransport({ baseUrl: url, token: () => token, fetch: fetchFrom })
    const transport: Transport = (route, input, options) =>
      recorder.timed(names.get(route) ?? route.path, () => send(route, input, options))
    return createClient(transport)
  }
  return { url, as, fetch: fetchFrom }
}

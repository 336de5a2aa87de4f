import {
  type Client,
  createClient,
  type Endpoint,
  endpoints,
  fetchTransport,
  listRoutes,
  type Transport,
} from '@openauth/client'
import type { Recorder } from './recorder.ts'

/** The time limit of a call. Milliseconds. */
const TIMEOUT = 30_000

/** The name of each endpoint: `GET /user/profile` is `account.profile`. */
const names = new Map<object, string>(
  listRoutes<Endpoint>(endpoints).map(({ group, verb, route }) => [route, `${group}.${verb}`]),
)

export interface Api {
  url: string
  /** The typed client with a credential, or none; every call is timed. */
  as: (token?: string) => Client
  /** A request outside the contract, with the same address. */
  fetch: typeof fetch
}

/**
 * The public HTTP interface for one caller. `address` is sent as the caller's address, since attempts are limited by
 * address.
 */
export const apiAt = (url: string, recorder: Pick<Recorder, 'timed'>, address?: string): Api => {
  const fetchFrom: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (address) headers.set('x-forwarded-for', address)
    return fetch(input, { signal: AbortSignal.timeout(TIMEOUT), ...init, headers })
  }
  const as = (token?: string): Client => {
    const send = fetchTransport({ baseUrl: url, token: () => token, fetch: fetchFrom })
    const transport: Transport = (endpoint, input, options) =>
      recorder.timed(names.get(endpoint) ?? endpoint.path, () => send(endpoint, input, options))
    return createClient(transport)
  }
  return { url, as, fetch: fetchFrom }
}

import type { Contract } from './contract/index.ts'
import type { Endpoint } from './contract/endpoints/endpoint.ts'
import * as endpoints from './contract/endpoints/index.ts'
import type { CallInput, CallResult, Route } from './contract/route.ts'
import type { CallOptions, Input, Transport } from './http.ts'

/** Groups of endpoints, or of routes, by the names that they have in the contract. */
export type EndpointTable = Record<string, Record<string, Endpoint>>

/** The types of a call: those of a route itself, or those that the contract has for an endpoint of this group and verb. */
export type RouteOf<T extends EndpointTable, G extends keyof T, V extends keyof T[G]> = T[G][V] extends Route
  ? T[G][V]
  : G extends keyof Contract
    ? V extends keyof Contract[G]
      ? Contract[G][V]
      : never
    : never

type Call<R> = R extends Route
  ? Record<string, never> extends CallInput<R>
    ? (input?: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>
    : (input: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>
  : never

/** A table as functions: `client.apps.create({name})`. */
export type ClientOf<T extends EndpointTable> = {
  [G in keyof T]: { [V in keyof T[G]]: Call<RouteOf<T, G, V>> }
}
/** The calls of the whole contract. An interface, so that declarations of others name it. */
export interface Client extends ClientOf<typeof endpoints> {}

/** Unwraps the envelope: returns `data`, or `{data, meta}` if the answer has a `meta`. */
const unwrapEnvelope = (endpoint: Endpoint, body: unknown): unknown => {
  const envelope = (body ?? {}) as { data?: unknown; meta?: unknown }
  return endpoint.meta ? { data: envelope.data, meta: envelope.meta } : envelope.data
}

/** One endpoint as a function, for programs that choose it when they run. What it answers, the contract knows. */
export const callOf =
  (endpoint: Endpoint, transport: Transport) =>
  async (input: Input = {}, options: CallOptions = {}): Promise<unknown> =>
    unwrapEnvelope(endpoint, await transport(endpoint, input, options))

/**
 * Turns a table into typed functions over a transport. `{ wallets: endpoints.wallets }` loads no schema; its key is the
 * group's name in the contract.
 */
export const clientOf = <T extends EndpointTable>(table: T, transport: Transport): ClientOf<T> => {
  const groups = Object.entries(table).map(([group, verbs]) => [
    group,
    Object.fromEntries(Object.entries(verbs).map(([verb, endpoint]) => [verb, callOf(endpoint, transport)])),
  ])
  return Object.fromEntries(groups) as ClientOf<T>
}

/** The client of the whole contract. */
export const createClient = (transport: Transport): Client => clientOf(endpoints, transport)

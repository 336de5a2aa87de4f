import { contract, type Contract } from './contract/index.ts'
import type { CallInput, CallResult, Route, RouteTable } from './contract/route.ts'
import type { CallOptions, Input, Transport } from './http.ts'

type Call<R extends Route> =
  Record<string, never> extends CallInput<R>
    ? (input?: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>
    : (input: CallInput<R>, options?: CallOptions) => Promise<CallResult<R>>

/** A table of routes as functions: `client.apps.create({name})`. */
export type ClientOf<T extends RouteTable> = { [G in keyof T]: { [V in keyof T[G]]: Call<T[G][V]> } }
export type Client = ClientOf<Contract>

/** Unwraps the envelope: returns `data`, or `{data, meta}` if the route has a `meta`. */
const unwrapEnvelope = (route: Route, body: unknown): unknown => {
  const envelope = (body ?? {}) as { data?: unknown; meta?: unknown }
  return route.meta ? { data: envelope.data, meta: envelope.meta } : envelope.data
}

/** Turns a table of routes into typed functions over a transport. */
export const clientOf = <T extends RouteTable>(table: T, transport: Transport): ClientOf<T> => {
  const call =
    (route: Route) =>
    async (input: Input = {}, options: CallOptions = {}) =>
      unwrapEnvelope(route, await transport(route, input, options))
  const groups = Object.entries(table).map(([group, verbs]) => [
    group,
    Object.fromEntries(Object.entries(verbs).map(([verb, route]) => [verb, call(route)])),
  ])
  return Object.fromEntries(groups) as ClientOf<T>
}

/** The client of the whole contract. */
export const createClient = (transport: Transport): Client => clientOf(contract, transport)

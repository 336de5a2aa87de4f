import type { Client, ClientOf, EndpointTable, RouteOf } from './client.ts'
import type { Endpoint } from './contract/endpoints/endpoint.ts'
import * as endpoints from './contract/endpoints/index.ts'
import type { CallInput, CallResult, Route } from './contract/route.ts'
import type { CallOptions, Input } from './http.ts'

/** Options of TanStack Query's `useQuery`, declared structurally so that this module does not depend on React. */
export interface QueryOptions<T> {
  queryKey: readonly unknown[]
  queryFn: (context: CallOptions) => Promise<T>
}
/** Options of TanStack Query's `useMutation`. */
export interface MutationOptions<I, T> {
  mutationKey: readonly unknown[]
  mutationFn: (input: I) => Promise<T>
}

type OptionsOf<R> = R extends Route
  ? R['method'] extends 'GET'
    ? Record<string, never> extends CallInput<R>
      ? (input?: CallInput<R>) => QueryOptions<CallResult<R>>
      : (input: CallInput<R>) => QueryOptions<CallResult<R>>
    : () => MutationOptions<CallInput<R>, CallResult<R>>
  : never
/** A table as options for TanStack Query: `queries.apps.get({id})`. */
export type QueriesOf<T extends EndpointTable> = {
  [G in keyof T]: { [V in keyof T[G]]: OptionsOf<RouteOf<T, G, V>> }
}
/** The options of every call of the contract. */
export interface Queries extends QueriesOf<typeof endpoints> {}

type AnyCall = (input?: Input, options?: CallOptions) => Promise<unknown>

const optionsOf = (key: readonly unknown[], scope: readonly unknown[], { method }: Endpoint, call: AnyCall) =>
  method === 'GET'
    ? (input: Input = {}) => ({
        queryKey: [...key, input, ...scope],
        queryFn: ({ signal }: CallOptions) => call(input, signal ? { signal } : {}),
      })
    : () => ({ mutationKey: key, mutationFn: (input: Input) => call(input) })

/**
 * Query and mutation options for the calls of a table. The keys are group, verb, input, then the `scope`: what else the
 * answers depend on, such as the user of the session.
 */
export const queriesOf = <T extends EndpointTable>(
  table: T,
  client: ClientOf<T>,
  scope: readonly unknown[] = [],
): QueriesOf<T> => {
  const calls = client as unknown as Record<string, Record<string, AnyCall>>
  const groups = Object.entries(table).map(([group, verbs]) => [
    group,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, endpoint]) => [
        verb,
        optionsOf([group, verb], scope, endpoint, calls[group]![verb]!),
      ]),
    ),
  ])
  return Object.fromEntries(groups) as QueriesOf<T>
}

/** Query and mutation options for every call: `useQuery(queries.apps.get({id}))`, `useMutation(queries.apps.create())`. */
export const createQueries = (client: Client): Queries => queriesOf(endpoints, client)

import type { Client } from './client.ts'
import { contract, type Contract } from './contract/index.ts'
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

type OptionsOf<R extends Route> = R['method'] extends 'GET'
  ? Record<string, never> extends CallInput<R>
    ? (input?: CallInput<R>) => QueryOptions<CallResult<R>>
    : (input: CallInput<R>) => QueryOptions<CallResult<R>>
  : () => MutationOptions<CallInput<R>, CallResult<R>>
export type Queries = { [G in keyof Contract]: { [V in keyof Contract[G]]: OptionsOf<Contract[G][V] & Route> } }

type AnyCall = (input?: Input, options?: CallOptions) => Promise<unknown>

const optionsOf = (group: string, verb: string, route: Route, call: AnyCall) =>
  route.method === 'GET'
    ? (input: Input = {}) => ({
        queryKey: [group, verb, input],
        queryFn: ({ signal }: CallOptions) => call(input, signal ? { signal } : {}),
      })
    : () => ({ mutationKey: [group, verb], mutationFn: (input: Input) => call(input) })

/** Query and mutation options for every call: `useQuery(queries.apps.get({id}))`, `useMutation(queries.apps.create())`. */
export const createQueries = (client: Client): Queries => {
  const calls = client as unknown as Record<string, Record<string, AnyCall>>
  const groups = Object.entries(contract).map(([group, verbs]) => [
    group,
    Object.fromEntries(
      Object.entries(verbs as Record<string, Route>).map(([verb, route]) => [
        verb,
        optionsOf(group, verb, route, calls[group]![verb]!),
      ]),
    ),
  ])
  return Object.fromEntries(groups) as Queries
}

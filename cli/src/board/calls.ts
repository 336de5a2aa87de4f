import type { Client, Input } from '@openauth/client'

/** What a call answers. */
export type Answer<G extends keyof Client, V extends keyof Client[G] & string> = Client[G][V] extends (
  ...given: never[]
) => infer R
  ? Awaited<R>
  : never

/** Calls a route of the contract by group and verb. Throws a Failure. */
export type Calls = <G extends keyof Client, V extends keyof Client[G] & string>(
  group: G,
  verb: V,
  input?: Input,
) => Promise<Answer<G, V>>

/** Calls whose answers have the types of the contract. `call` makes any call of it, as that of a command's context. */
export const typedCalls =
  (call: (group: string, verb: string, input: Input) => Promise<unknown>): Calls =>
  (group, verb, input = {}) =>
    call(group, verb, input) as never

export type Health = Answer<'health', 'show'>
export type Stats = Answer<'stats', 'get'>
export type App = Answer<'apps', 'list'>[number]
export type AuditEvent = Answer<'audit', 'list'>['data'][number]
export type AttentionItem = Answer<'attention', 'list'>[number]
export type UserPage = Answer<'users', 'find'>
export type FoundUser = UserPage['data'][number]

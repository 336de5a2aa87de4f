import type { Endpoint } from './endpoints/endpoint.ts'
import * as endpoints from './endpoints/index.ts'

/** The call by which a program asks what its token may do. A token whose calls are listed may make it too. */
const ALWAYS = 'setup.whoami'

/** The calls that a service token can be for, `group.verb`: those of admins that need no person. */
export const serviceTokenCalls: readonly string[] = Object.entries(endpoints).flatMap(([group, verbs]) =>
  Object.entries(verbs as Record<string, Endpoint>)
    .filter(([, { auth, person }]) => auth === 'admin' && !person)
    .map(([verb]) => `${group}.${verb}`),
)

/** Whether an entry of a token's list, `group.verb` or `group.*`, is for a call. */
const covers = (entry: string, call: string): boolean =>
  entry === call || (entry.endsWith('.*') && call.startsWith(entry.slice(0, -1)))

/** Whether an entry of a list of calls is for any call that a service token can make. */
export const isServiceTokenCalls = (entry: string): boolean => serviceTokenCalls.some((call) => covers(entry, call))

/** Whether a token with a list of calls may make one; without a list (`null`) it may make all. */
export const coversCall = (calls: readonly string[] | null, call: string): boolean =>
  calls === null || call === ALWAYS || calls.some((entry) => covers(entry, call))

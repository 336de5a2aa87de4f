import * as z from 'zod'
import type * as endpoints from './endpoints/index.ts'
import type { EndpointsLike } from './endpoints/endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { Empty, ExternalId, Id, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'
import { Transaction } from './transactions.ts'
import { Referral, Session, User, Wallets } from './users.ts'

/** How a partner's server searches, sorts and pages the users of its app. */
export const listInput = Pagination.extend({
  search: z
    .string()
    .max(320)
    .optional()
    .describe(
      'an e-mail address, refer code, user id, external id, wallet address, telegram or discord id, or username',
    ),
  sortBy: z.enum(['createdAt', 'lastSeenAt']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** The partner's own id of a user. */
export const externalId = ExternalId.describe("the partner's own id of the user, unique in its app")

type Scope = z.ZodRawShape
type Caller = 'app' | 'admin'
type Shared = keyof typeof endpoints.appUsers & keyof typeof endpoints.users
type At<A extends Caller> = EndpointsLike<Pick<typeof endpoints.appUsers, Shared>, A>
type Enabling = { description: string; errors: ErrorCode[] }

const finding = <A extends Caller, S extends Scope>(at: At<A>, scope: S) => ({
  list: route(at.list, {
    access: 'read',
    summary: 'List users',
    description:
      'A page of the users of the app. `search` returns matches only: the form of the text selects the field that is searched.',
    input: z.object({ ...scope, ...listInput.shape }),
    output: z.array(User),
    meta: PageMeta,
  }),
  get: route(at.get, {
    access: 'read',
    summary: 'Show a user',
    description: 'Returns one user by its id. A user of another app is not found.',
    input: z.object({ ...scope, id: Id }),
    output: User,
    errors: ['user_not_found'],
  }),
})

const details = <A extends Caller, S extends Scope>(at: At<A>, scope: S) => ({
  referral: route(at.referral, {
    access: 'read',
    summary: "Show a user's referrers and invited users",
    description: 'Lists are limited to 1,000 users; the totals count all of them.',
    input: z.object({ ...scope, id: Id }),
    output: Referral,
    errors: ['user_not_found'],
  }),
  wallets: route(at.wallets, {
    access: 'read',
    summary: "Show a user's wallet addresses",
    description: 'Every user has one wallet on each chain from the moment it registers.',
    input: z.object({ ...scope, id: Id }),
    output: Wallets,
    errors: ['user_not_found'],
  }),
  sessions: route(at.sessions, {
    access: 'read',
    summary: "List a user's sessions",
    description: 'The sessions that have not ended, last used first.',
    input: z.object({ ...scope, id: Id }),
    output: z.array(Session),
    errors: ['user_not_found'],
  }),
  transactions: route(at.transactions, {
    access: 'read',
    summary: "List a user's sends, newest first",
    description: 'Sends of every chain, with the state that the chain last reported.',
    input: z.object({ ...scope, id: Id, ...Pagination.shape }),
    output: z.array(Transaction),
    meta: PageMeta,
    errors: ['user_not_found'],
  }),
})

const changes = <A extends Caller, S extends Scope>(at: At<A>, scope: S, enabling: Enabling) => ({
  disable: route(at.disable, {
    summary: 'Disable a user and end its sessions',
    description:
      'Sessions end at once. Logins and sends are refused with `user_disabled` until the user is enabled. A concurrent send is ' +
      'either signed before this call answers or not at all.',
    input: z.object({ ...scope, id: Id }),
    output: Empty,
    errors: ['user_not_found'],
  }),
  enable: route(at.enable, {
    summary: 'Enable a disabled user',
    description: `Ended sessions stay ended: the user must log in again. ${enabling.description}`,
    input: z.object({ ...scope, id: Id }),
    output: Empty,
    errors: ['user_not_found', ...enabling.errors],
  }),
  update: route(at.update, {
    summary: "Change a user's external id; null clears it",
    description: 'An external id belongs to one user of the app.',
    input: z.object({ ...scope, id: Id, externalId: externalId.nullable() }),
    output: User,
    errors: ['user_not_found', 'external_id_taken'],
  }),
  endSessions: route(at.endSessions, {
    summary: "End a user's sessions",
    description:
      'Its tokens stop working at once on this server, and within a second on all others. The user can log in again.',
    input: z.object({ ...scope, id: Id }),
    output: z.object({ ended: z.int().describe('number of sessions that ended') }),
    errors: ['user_not_found'],
  }),
})

/** The calls that both a partner, for its own users, and an admin, for the users of any app, can make. */
export const userCalls = <A extends Caller, S extends Scope>(at: At<A>, scope: S, enabling: Enabling) => ({
  ...finding(at, scope),
  ...details(at, scope),
  ...changes(at, scope, enabling),
})

import { z } from 'zod'
import {
  Empty,
  exactlyOneOf,
  ExternalId,
  Id,
  Instant,
  PageMeta,
  Pagination,
  password,
  emptyAsUndefined,
  Username,
} from './fields.ts'
import { ImportedUser } from './imported-user.ts'
import { Email } from './proofs.ts'
import { identityFields, type Provider, providers } from './providers.ts'
import { route } from './route.ts'
import { Transaction } from './transactions.ts'

const nullable = z.string().nullable()

const identityShape = Object.fromEntries(Object.values(identityFields).map((field) => [field, nullable])) as Record<
  (typeof identityFields)[Provider],
  typeof nullable
>

const common = z.object({
  id: Id,
  ...identityShape,
  referCode: z.string().describe('8 of A–Z and 0–9, unique in its app'),
  avatar: nullable,
  displayName: nullable,
  createdAt: Instant,
  lastSeenAt: Instant,
  disabled: z.boolean(),
})

/** A user as operators and its app's partner see it. */
export const User = common
  .extend({ externalId: nullable.describe("the partner's own id of the user, unique in its app") })
  .meta({ id: 'User' })
export type User = z.input<typeof User>

/** A user as it sees itself. */
export const UserProfile = common.extend({ referrer: Id.nullable() }).meta({ id: 'UserProfile' })
export type UserProfile = z.input<typeof UserProfile>

export const Wallets = z
  .object({
    solWallet: z.string().describe('base58'),
    ethWallet: z.string().describe('EIP-55 checksummed'),
    dotWallet: z.string().describe('SS58, generic prefix 42'),
  })
  .meta({ id: 'Wallets' })
export type Wallets = z.input<typeof Wallets>

/** How many invited users of a level are listed; the totals count all of them. */
export const LISTED_REFERRALS = 1000

export const Referral = z
  .object({
    referralChain: z.array(Id).describe('the user itself, then up to 10 referrers upwards'),
    referrals1: z.array(Id).describe('users that it invited, in order of invitation: the first 1,000'),
    referrals2: z.array(Id).describe('users that those invited, in order of invitation: the first 1,000'),
    totalReferrals1: z.int().describe('how many users it invited, also those that are not listed'),
    totalReferrals2: z.int().describe('how many users those invited, also those that are not listed'),
  })
  .meta({ id: 'Referral' })

export const Session = z
  .object({
    id: Id,
    method: z.string().describe('the login method'),
    ip: nullable,
    userAgent: nullable,
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

export const Identity = z
  .object({ provider: z.enum(providers), subject: z.string(), display: z.string(), createdAt: Instant })
  .meta({ id: 'Identity' })

const listInput = Pagination.extend({
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

const externalId = ExternalId.describe("the partner's own id of the user, unique in its app")

/** What an app does with its own users with its secret, and an admin with any app's: one declaration for both. */
const shared = <A extends 'app' | 'admin', S extends z.ZodRawShape>(auth: A, base: `/${string}`, scope: S) => ({
  list: route({
    method: 'GET',
    path: base,
    auth,
    summary: 'List users',
    description:
      'A page of the users of the app. With `search` only those that match: the form of the text decides where it is looked for.',
    input: z.object({ ...scope, ...listInput.shape }),
    output: z.array(User),
    meta: PageMeta,
  }),
  get: route({
    method: 'GET',
    path: `${base}/{id}`,
    auth,
    summary: 'Show a user',
    description: 'Returns one user by its id. A user of another app is not found.',
    input: z.object({ ...scope, id: Id }),
    output: User,
    errors: ['user_not_found'],
  }),
  referral: route({
    method: 'GET',
    path: `${base}/{id}/referral`,
    auth,
    summary: "Show a user's referrers and invited users",
    description: 'Lists are limited to 1,000 users; the totals count all of them.',
    input: z.object({ ...scope, id: Id }),
    output: Referral,
    errors: ['user_not_found'],
  }),
  wallets: route({
    method: 'GET',
    path: `${base}/{id}/wallets`,
    auth,
    summary: "Show a user's wallet addresses",
    description: 'Every user has one wallet on each chain from the moment it registers.',
    input: z.object({ ...scope, id: Id }),
    output: Wallets,
    errors: ['user_not_found'],
  }),
  sessions: route({
    method: 'GET',
    path: `${base}/{id}/sessions`,
    auth,
    summary: "List a user's sessions",
    description: 'The sessions that have not ended, last used first.',
    input: z.object({ ...scope, id: Id }),
    output: z.array(Session),
    errors: ['user_not_found'],
  }),
  transactions: route({
    method: 'GET',
    path: `${base}/{id}/transactions`,
    auth,
    summary: "List a user's sends, newest first",
    description: 'Sends of every chain, with the state that the chain last reported.',
    input: z.object({ ...scope, id: Id, ...Pagination.shape }),
    output: z.array(Transaction),
    meta: PageMeta,
    errors: ['user_not_found'],
  }),
  disable: route({
    method: 'POST',
    path: `${base}/{id}/disable`,
    auth,
    summary: 'Stop a user from logging in and end its sessions',
    description: 'Sessions end at once. Logins and sends are refused with `user_disabled` until the user is enabled.',
    input: z.object({ ...scope, id: Id }),
    output: Empty,
    errors: ['user_not_found'],
  }),
  enable: route({
    method: 'POST',
    path: `${base}/{id}/enable`,
    auth,
    summary: 'Let a disabled user log in again',
    description: 'Sessions that ended stay ended: the user logs in anew.',
    input: z.object({ ...scope, id: Id }),
    output: Empty,
    errors: ['user_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: `${base}/{id}`,
    auth,
    summary: "Change a user's external id; null clears it",
    description: 'An external id belongs to one user of the app.',
    input: z.object({ ...scope, id: Id, externalId: externalId.nullable() }),
    output: User,
    errors: ['user_not_found', 'external_id_taken'],
  }),
  endSessions: route({
    method: 'DELETE',
    path: `${base}/{id}/sessions`,
    auth,
    summary: "End a user's sessions",
    description:
      'Its tokens stop working at once on this server, and within a second on all others. The user can log in again.',
    input: z.object({ ...scope, id: Id }),
    output: z.object({ ended: z.int().describe('how many sessions ended') }),
    errors: ['user_not_found'],
  }),
})

/** A telegram user id, which some clients send as a number. */
const telegramId = z
  .union([z.string(), z.int().nonnegative().transform(String)])
  .pipe(z.string().regex(/^[1-9]\d{0,19}$/, 'must be a numeric telegram id'))

/** The app group: a partner's server and its own users. */
export const appUsers = {
  findOrCreate: route({
    method: 'POST',
    path: '/app/users',
    auth: 'app',
    summary: 'Find or create the user of an account: exactly one of several kinds',
    description:
      'Returns the user that has this account or creates it with its wallets. The caller vouches for the account: nothing ' +
      'is verified here. An e-mail address counts only once its owner has proved to read its mail, because whoever does ' +
      'logs in as this user. A username must be free, and is held to the rules of registration.',
    input: exactlyOneOf(
      z.object({
        telegram: emptyAsUndefined(telegramId).describe('a numeric telegram id'),
        ethAddress: emptyAsUndefined(z.string().max(64)).describe('an Ethereum address'),
        solAddress: emptyAsUndefined(z.string().max(64)).describe('a Solana address'),
        email: emptyAsUndefined(Email).describe('an e-mail address'),
        emailVerified: emptyAsUndefined(z.boolean()).describe(
          'true: the owner of the address has proved to read its mail',
        ),
        username: emptyAsUndefined(Username).describe('a new username'),
        password: emptyAsUndefined(password(6)).describe('the password of the new user'),
        externalId: emptyAsUndefined(externalId).describe("the partner's own id of the user, set with it"),
      }),
      [['telegram'], ['ethAddress'], ['solAddress'], ['email', 'emailVerified'], ['username', 'password']],
    ),
    errors: [
      ...(['email_not_verified', 'username_exists', 'login_method_disabled'] as const),
      ...(['external_id_taken', 'external_id_conflict'] as const),
    ],
    output: User,
  }),
  ...shared('app', '/app/users', {}),
  search: route({
    method: 'POST',
    path: '/app/users/search',
    auth: 'app',
    summary: 'Find users by ids, external id, refer code, Solana address or telegram id',
    description: 'Users that do not exist, or belong to another app, are left out of the answer.',
    input: exactlyOneOf(
      z.object({
        ids: emptyAsUndefined(z.array(z.string().max(255)).max(1000)).describe(
          'ids of users; one that is none is found by nobody',
        ),
        externalId: emptyAsUndefined(externalId),
        referCode: emptyAsUndefined(z.string().max(64)).describe('a refer code'),
        solAddress: emptyAsUndefined(z.string().max(64)).describe('a Solana address that logs in'),
        telegram: emptyAsUndefined(z.union([z.string().max(64), z.int().transform(String)])).describe(
          'a numeric telegram id',
        ),
      }),
      [['ids'], ['externalId'], ['referCode'], ['solAddress'], ['telegram']],
    ),
    output: z.array(User),
  }),
  bindReferrer: route({
    method: 'POST',
    path: '/app/users/{id}/bind-referrer',
    auth: 'app',
    summary: 'Set who invited a user; a second call changes nothing',
    description: 'The referrer is named by its refer code. A referrer that is set already stays.',
    input: z.object({ id: Id, referCode: z.string().max(64) }),
    output: Empty,
    errors: ['user_not_found', 'referrer_not_found', 'own_referrer', 'referral_loop'],
  }),
}

const scope = { appId: Id.describe('the app') }
const base = '/admin/apps/{appId}/users'
const one = z.object({ ...scope, id: Id })

/** The admin's reach into every app's users. */
export const users = {
  ...shared('admin', base, scope),
  identities: route({
    method: 'GET',
    path: `${base}/{id}/identities`,
    auth: 'admin',
    summary: 'List the login identities of a user',
    description: 'One entry for each way to log in, as the provider knows it and as people see it.',
    input: one,
    output: z.array(Identity),
    errors: ['user_not_found'],
  }),
  delete: route({
    method: 'DELETE',
    path: `${base}/{id}`,
    auth: 'admin',
    summary: 'Delete a user: identities and personal data go, sealed wallet keys stay for recovery of funds',
    description: 'The user cannot be restored. The same account can register again and gets new wallets.',
    input: one,
    output: Empty,
    errors: ['user_not_found'],
  }),
  importLegacy: route({
    method: 'POST',
    path: `${base}/import`,
    auth: 'admin',
    summary: 'Take over users, with their ids and wallet addresses, from a deployment that derived keys from a salt',
    description:
      'The server derives the keys of these users from the salt file that it was started with. A call is one transaction and can be repeated: users that exist already stay as they are.',
    input: z.object({ ...scope, users: z.array(ImportedUser).min(1).max(200) }),
    bodyLimit: 1_048_576,
    output: z.object({ created: z.int(), existing: z.int().describe('users whose id this app already had') }),
    errors: ['app_not_found', 'legacy_import_off', 'hash_not_supported', 'import_running', 'import_conflict'],
  }),
}

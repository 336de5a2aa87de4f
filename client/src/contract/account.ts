import { z } from 'zod'
import { clearable, Empty, HttpUrl, Id, Instant, Pagination, password, submittedPassword, text } from './fields.ts'
import { loginMethods } from './providers.ts'
import { reauthenticated, reauthenticatedErrors, reauthentication, reauthenticationErrors } from './reauthentication.ts'
import { route } from './route.ts'
import { Session, UserProfile, Wallets } from './users.ts'

export const PublicConfig = z
  .object({
    production: z.boolean(),
    brand: z.string().describe("the app's name"),
    message: z.string().describe('what wallets sign where the app still allows the legacy wallet login'),
    googleClientId: z.string().nullable(),
    discordApplicationId: z.string().nullable(),
    methods: z.array(z.enum(loginMethods)).describe('the login methods that are switched on'),
    privateKeyExport: z.boolean().describe('whether the app lets users see the private key of their Solana wallet'),
    legacyLanding: z
      .boolean()
      .describe('whether a page may log in by a redirect login that was not begun in this browser'),
  })
  .meta({ id: 'PublicConfig' })

export const accountChangeKinds = [
  ...(['bind', 'unbind', 'passkey_add', 'passkey_remove', 'password_change', 'key_export'] as const),
] as const
export type AccountChangeKind = (typeof accountChangeKinds)[number]

export const AccountChange = z
  .object({
    id: Id,
    kind: z.enum(accountChangeKinds),
    method: z.enum(loginMethods).describe('the way to log in that was changed; of an export the wallet'),
    display: z.string().nullable().describe('the account, address or name that was changed'),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    undoableUntil: Instant.nullable().describe('null where it cannot be undone, or has been'),
    undoneAt: Instant.nullable(),
  })
  .meta({ id: 'AccountChange' })
export type AccountChange = z.input<typeof AccountChange>

/** The user group: a logged-in user and its own account. */
export const account = {
  config: route({
    method: 'GET',
    path: '/user/config',
    auth: 'public',
    summary: 'What a login page needs to know of an app',
    description: 'Needs no credential. It has nothing secret.',
    input: z.object({ appId: Id }),
    output: PublicConfig,
    errors: ['app_not_found'],
  }),
  profile: route({
    method: 'GET',
    path: '/user/profile',
    auth: 'user',
    summary: "Show the user's profile",
    description: 'The user of the token, with the id of the user that invited it.',
    input: z.object({}),
    output: UserProfile,
    hot: true,
  }),
  wallets: route({
    method: 'GET',
    path: '/user/wallets',
    auth: 'user',
    summary: "Show the user's wallet addresses",
    description: 'Every user has one wallet on each chain from the moment it registers.',
    input: z.object({}),
    output: Wallets,
  }),
  updatePassword: route({
    method: 'POST',
    path: '/user/update-password',
    auth: 'user',
    summary: "Change the password, or set one where there is none; the user's other sessions end",
    description:
      'Takes the old password, or a reauthentication. A password that was set without the old one confirms nothing for a day.',
    input: z.object({
      oldPassword: submittedPassword(0).optional().describe('instead of it, a reauthentication'),
      newPassword: password(6),
      ...reauthenticated,
    }),
    output: Empty,
    errors: ['incorrect_password', 'no_password', 'too_many_attempts', ...reauthenticatedErrors],
  }),
  reauthenticate: route({
    method: 'POST',
    path: '/user/reauthenticate',
    auth: 'user',
    summary: 'Confirm that it is the user who calls, by password or another credential: a token for one account change',
    description:
      'Calls that change how the account is reached take the token where the login is older than five minutes. It holds five minutes. A way to log in that was added lately confirms nothing.',
    input: z.object(reauthentication),
    output: z.object({
      token: z.string().describe('for one call of this session, as its `reauthenticationToken`'),
      expiresAt: Instant,
    }),
    errors: reauthenticationErrors,
  }),
  accountChanges: route({
    method: 'GET',
    path: '/user/account-changes',
    auth: 'user',
    summary: 'List what was changed of the ways to log in within 30 days, and exports of the private key, newest first',
    description: 'Each change also goes by mail and Telegram to where the user was reached before it.',
    input: z.object({}),
    output: z.array(AccountChange),
  }),
  undoAccountChange: route({
    method: 'POST',
    path: '/user/account-changes/{id}/undo',
    auth: 'user',
    summary: 'Undo an account change within 7 days, by a credential older than it; all other sessions end',
    description:
      'What was added is removed, what was removed is restored. A password that was changed is removed: whoever changed it knew the former one.',
    input: z.object({ id: Id, ...reauthenticated }),
    output: Empty,
    errors: [
      ...(['account_change_not_found', 'undo_too_late', 'undo_not_allowed', 'last_identity'] as const),
      ...(['identity_taken', 'identity_bound', 'too_many_attempts'] as const),
      ...reauthenticatedErrors,
    ],
  }),
  updateProfile: route({
    method: 'POST',
    path: '/user/update-profile',
    auth: 'user',
    summary: 'Change avatar and display name; what is left out stays, null clears',
    description: 'An avatar is an http or https address. It replaces the picture of the provider.',
    input: z.object({ avatar: clearable(HttpUrl).optional(), displayName: clearable(text(1, 64)).optional() }),
    output: Empty,
  }),
  logout: route({
    method: 'POST',
    path: '/user/logout',
    auth: 'user',
    summary: 'End the session of the token in use',
    description: 'The token stops working at once on this server, and within a second on all others.',
    input: z.object({}),
    output: Empty,
  }),
  sessions: route({
    method: 'GET',
    path: '/user/sessions',
    auth: 'user',
    summary: "List the user's sessions",
    description: 'The sessions that have not ended, last used first; `current` marks the one of this call.',
    input: z.object({}),
    output: z.array(Session),
  }),
  revokeSession: route({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    auth: 'user',
    summary: "End one of the user's sessions",
    description: 'The token of that session stops working.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['session_not_found'],
  }),
  referrals: route({
    method: 'GET',
    path: '/user/referrals',
    auth: 'user',
    summary: 'List the users that this user invited, newest first',
    description: 'A page of invited users as they may be shown to others: picture and username.',
    input: Pagination,
    output: z.array(z.object({ avatar: z.string().nullable(), username: z.string().nullable() })),
    meta: z.object({ totalUser: z.int() }),
  }),
  bindReferrer: route({
    method: 'POST',
    path: '/user/bind-referrer',
    auth: 'user',
    summary: 'Set who invited the user; a second call changes nothing',
    description: 'The referrer is named by its refer code. A referrer that is set already stays.',
    input: z.object({ referCode: z.string().max(64) }),
    output: Empty,
    errors: ['referrer_not_found', 'own_referrer', 'referral_loop'],
  }),
}

import * as z from 'zod'
import * as endpoints from './endpoints/account.ts'
import { accountChangeKinds } from './facts/account.ts'
import { SUPPORT } from './facts/support.ts'
import {
  clearable,
  Empty,
  HttpUrl,
  Id,
  Instant,
  Pagination,
  password,
  submittedPassword,
  visibleText,
} from './fields.ts'
import { ConnectionButton } from './oidc-connections.ts'
import { loginMethods, redirectMethods } from './providers.ts'
import { reauthenticated, reauthenticatedErrors, reauthentication, reauthenticationErrors } from './reauthentication.ts'
import { route } from './route.ts'
import { TermsLink } from './terms-fields.ts'
import { Session, UserProfile, Wallets } from './users.ts'

export const PublicConfig = z
  .object({
    production: z.boolean(),
    brand: z.string().describe("the app's name"),
    message: z.string().describe('the sentence that wallets sign if the app allows the legacy wallet login'),
    googleClientId: z.string().nullable(),
    discordApplicationId: z.string().nullable(),
    methods: z.array(z.enum(loginMethods)).describe('the login methods that are switched on'),
    connections: z.array(ConnectionButton).describe('the OpenID connections that login pages have a button for'),
    privateKeyExport: z.boolean().describe('whether the app lets users see the private key of their Solana wallet'),
    documents: z.array(TermsLink).describe('the terms and the privacy policy of the app, which users accept'),
    termsRequired: z.boolean().describe('whether other calls of users wait until they have'),
    legacyLanding: z.boolean().describe('whether a page may accept a redirect login that this browser did not start'),
  })
  .meta({ id: 'PublicConfig' })

export const AccountChange = z
  .object({
    id: Id,
    kind: z.enum(accountChangeKinds),
    method: z
      .enum([...loginMethods, SUPPORT])
      .describe(
        'the login method that was changed; for an export of a key, the wallet; for an export or a deletion of the account, what confirmed it; ' +
          'for an access of support, `support`',
      ),
    display: z.string().nullable().describe('the account, address or name that was changed'),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    undoableUntil: Instant.nullable().describe('null if it cannot be undone or has been undone'),
    undoneAt: Instant.nullable(),
  })
  .meta({ id: 'AccountChange' })
export type AccountChange = z.input<typeof AccountChange>

/** The user group: a logged-in user and its own account. */
export const account = {
  config: route(endpoints.account.config, {
    summary: "Show an app's public configuration for login pages",
    description: 'Needs no credential. The answer contains no secret.',
    input: z.object({ appId: Id }),
    output: PublicConfig,
    errors: ['app_not_found'],
  }),
  profile: route(endpoints.account.profile, {
    summary: "Show the user's profile",
    description: 'The user of the token, with the id of the user that invited it.',
    input: z.object({}),
    output: UserProfile,
    hot: true,
  }),
  wallets: route(endpoints.account.wallets, {
    summary: "Show the user's wallet addresses",
    description: 'Every user has one wallet on each chain from the moment it registers.',
    input: z.object({}),
    output: Wallets,
  }),
  updatePassword: route(endpoints.account.updatePassword, {
    summary: "Change the password, or set one if there is none; the user's other sessions end",
    description:
      'Needs the old password or a reauthentication. A password set without the old one is not eligible for reauthentication for a day.',
    input: z.object({
      oldPassword: submittedPassword(0).optional().describe('or a reauthentication'),
      newPassword: password(),
      ...reauthenticated,
    }),
    output: Empty,
    errors: ['incorrect_password', 'no_password', 'too_many_attempts', ...reauthenticatedErrors],
  }),
  reauthenticate: route(endpoints.account.reauthenticate, {
    summary: 'Reauthenticate by password or another credential; returns a token for one account change',
    description:
      'Calls that change login methods need the token if the login is older than five minutes. It is valid for five minutes. Recently added login methods are not eligible.',
    input: z.object(reauthentication),
    output: z.object({
      token: z.string().describe('for one call of this session, as its `reauthenticationToken`'),
      expiresAt: Instant,
    }),
    errors: reauthenticationErrors,
  }),
  redirectTicket: route(endpoints.account.redirectTicket, {
    summary: 'Begin a redirect to a provider for a bind or a reauthentication of this session',
    description:
      'The page sends the browser to `/auth/{appId}/{provider}/oauth` with the ticket as its `ticket` parameter. What comes back is ' +
      'accepted for this purpose in this session only. A redirect without a ticket is a login.',
    input: z.object({ provider: z.enum(redirectMethods), purpose: z.enum(['bind', 'reauthenticate']) }),
    output: z.object({ ticket: z.string().describe('works once, within minutes'), expiresAt: Instant }),
    errors: ['login_method_disabled', 'too_many_attempts'],
  }),
  accountChanges: route(endpoints.account.accountChanges, {
    summary: 'List account changes, private key exports and accesses of support of the last 30 days, newest first',
    description: "The server also reports each change by mail and Telegram to the user's previous addresses.",
    input: z.object({}),
    output: z.array(AccountChange),
  }),
  undoAccountChange: route(endpoints.account.undoAccountChange, {
    summary: 'Undo an account change within 7 days with a credential older than it; all other sessions end',
    description:
      'Added login methods are removed, removed ones are restored. A changed password is removed, because the person who changed it knew the former one.',
    input: z.object({ id: Id, ...reauthenticated }),
    output: Empty,
    errors: [
      'account_change_not_found',
      'undo_too_late',
      'undo_not_allowed',
      'last_identity',
      'identity_taken',
      'identity_bound',
      'too_many_attempts',
      ...reauthenticatedErrors,
    ],
  }),
  updateProfile: route(endpoints.account.updateProfile, {
    summary: 'Change avatar and display name; missing fields stay, null clears',
    description: 'An avatar is an http or https address. It replaces the picture of the provider.',
    input: z.object({ avatar: clearable(HttpUrl).optional(), displayName: clearable(visibleText(1, 64)).optional() }),
    output: Empty,
  }),
  logout: route(endpoints.account.logout, {
    summary: 'End the session of the token in use',
    description: 'The token stops working at once on this server, and within a second on all others.',
    input: z.object({}),
    output: Empty,
  }),
  sessions: route(endpoints.account.sessions, {
    summary: "List the user's sessions",
    description: 'The sessions that have not ended, last used first; `current` marks the one of this call.',
    input: z.object({}),
    output: z.array(Session),
  }),
  revokeSession: route(endpoints.account.revokeSession, {
    summary: "End one of the user's sessions",
    description: 'The token of that session stops working.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['session_not_found'],
  }),
  referrals: route(endpoints.account.referrals, {
    summary: 'List the users that this user invited, newest first',
    description: 'A page of invited users with the fields that others may see: picture and username.',
    input: Pagination,
    output: z.array(z.object({ avatar: z.string().nullable(), username: z.string().nullable() })),
    meta: z.object({ totalUser: z.int() }),
  }),
  bindReferrer: route(endpoints.account.bindReferrer, {
    summary: 'Set who invited the user; a second call changes nothing',
    description: 'The referrer is named by its refer code. A referrer that is set already stays.',
    input: z.object({ referCode: z.string().max(64) }),
    output: Empty,
    errors: ['referrer_not_found', 'own_referrer', 'referral_loop'],
  }),
}

import { z } from 'zod'
import { clearable, Empty, HttpUrl, Id, Pagination, password, sentPassword, text } from './fields.ts'
import { loginMethods } from './providers.ts'
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
  })
  .meta({ id: 'PublicConfig' })

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
    summary: "Change the password; the user's other sessions end",
    description: 'The old password is asked for. The session of the call stays.',
    input: z.object({ oldPassword: sentPassword(0), newPassword: password(6) }),
    output: Empty,
    errors: ['incorrect_password', 'no_password', 'too_many_attempts'],
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

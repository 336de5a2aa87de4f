import * as z from 'zod'
import { AccountChange } from './account.ts'
import { AuditEvent } from './audit.ts'
import { DappPermission } from './dapp-permissions.ts'
import * as endpoints from './endpoints/admin-users.ts'
import { MAX_SUPPORT_MINUTES } from './facts/support.ts'
import { Empty, emptyAsUndefined, ExternalId, Id, Instant, password, visibleText } from './fields.ts'
import { Passkey } from './passkeys.ts'
import { route } from './route.ts'
import { Transaction } from './transactions.ts'
import { externalId } from './user-calls.ts'
import { RingClaim } from './game-claims.ts'
import { RingEntry } from './game-admin.ts'
import { Identity, Session, User, Wallets } from './users.ts'
import { OwnWalletPolicy } from './wallet-policies.ts'

const one = z.object({ appId: Id.describe('the app'), id: Id })

/** Everything that the platform has about a user, without secrets: no password hash, no key, no credential. */
const UserExport = z
  .object({
    exportedAt: Instant,
    user: User,
    referrer: Id.nullable(),
    identities: z.array(Identity),
    passkeys: z.array(Passkey),
    wallets: Wallets,
    walletPolicy: OwnWalletPolicy.describe("the user's own rules"),
    sessions: z.array(Session),
    dappPermissions: z.array(DappPermission),
    accountChanges: z.array(AccountChange),
    transactions: z.array(Transaction).describe('the last 10,000'),
    game: z
      .object({
        rings: z.int(),
        earnedRings: z.int(),
        claimedRings: z.int(),
        ledger: z.array(RingEntry).describe('the last 10,000 lines'),
        tasks: z
          .array(
            z.object({
              taskId: Id,
              day: z.string().nullable().describe('of a daily task: the last day of it (UTC)'),
              startedAt: Instant,
              completedAt: Instant.nullable(),
              reward: z.int().nullable().describe('rings that it paid'),
            }),
          )
          .describe('what the user began or completed'),
        claims: z.array(RingClaim).describe('that are paid on chain, the last 10,000'),
      })
      .nullable()
      .describe('the account in the tap game; null without one'),
    auditEvents: z
      .array(AuditEvent.omit({ actorName: true, appName: true, targetName: true, seq: true }))
      .describe('by and about the user, the last 10,000'),
  })
  .meta({ id: 'UserExport' })

/** Calls with which operators help one user of an app. */
export const userCare = {
  update: route(endpoints.users.update, {
    summary: "Change a user's external id, where null clears it, or set a new password",
    description:
      'A new password ends all sessions of the user, who is told of the change. Only a user with a username has a password.',
    input: one.extend({
      externalId: externalId.nullable().optional(),
      password: emptyAsUndefined(password()),
      expectedExternalId: ExternalId.nullable()
        .optional()
        .describe('the external id that you saw: where the user has another one by now, it stays'),
    }),
    output: User,
    errors: ['user_not_found', 'external_id_taken', 'no_password', 'changed_meanwhile'],
  }),
  impersonate: route(endpoints.users.impersonate, {
    summary: 'Act in the name of a user for some minutes, to see what the user sees',
    description:
      'Returns a user token for reading and a few harmless changes: the calls that say so. It sends and signs nothing, shows no key, and ' +
      'changes no login. The user is told, and sees it among sessions and account changes. It ends with your session, and ' +
      'each call of it is in the audit trail as yours. The app must allow it (`impersonationEnabled`).',
    input: one.extend({
      reason: visibleText(1, 500).describe('why, for the audit trail: a ticket, a question of the user'),
      minutes: z.int().min(1).max(MAX_SUPPORT_MINUTES).default(MAX_SUPPORT_MINUTES).describe('how long, at most'),
    }),
    output: z
      .object({
        id: Id.describe('the session, by which you or the user end it'),
        token: z.string().describe('the bearer credential for calls of the user; shown only in this answer'),
        expiresAt: Instant,
      })
      .meta({ id: 'SupportSession' }),
    status: 201,
    errors: ['user_not_found', 'user_disabled', 'impersonation_disabled'],
  }),
  sendLoginCode: route(endpoints.users.sendLoginCode, {
    summary: 'Send a login code to the e-mail address of a user',
    description:
      'The mail is that of a login, under the same limits. Nobody but the owner of the address sees the code.',
    input: one,
    output: Empty,
    limited: true,
    errors: [
      'user_not_found',
      'identity_not_found',
      'login_method_disabled',
      'method_not_configured',
      'too_many_attempts',
      'mail_unavailable',
    ],
  }),
  revokeSession: route(endpoints.users.revokeSession, {
    summary: 'End one session of a user',
    description: 'Its token stops working at once on this server, and within a second on all others.',
    input: one.extend({ sessionId: Id }),
    output: Empty,
    errors: ['user_not_found', 'session_not_found'],
  }),
  passkeys: route(endpoints.users.passkeys, {
    summary: 'List the passkeys of a user',
    description: 'Every passkey with the name that the user gave it and when it was last used.',
    input: one,
    output: z.array(Passkey),
    errors: ['user_not_found'],
  }),
  dappPermissions: route(endpoints.users.dappPermissions, {
    summary: "List the dapps that may read the address of a user's wallet",
    description: 'As the user sees them, newest first.',
    input: one,
    output: z.array(DappPermission),
    errors: ['user_not_found'],
  }),
  accountChanges: route(endpoints.users.accountChanges, {
    summary: 'List account changes and private key exports of a user in the last 30 days, newest first',
    description: 'As the user sees them.',
    input: one,
    output: z.array(AccountChange),
    errors: ['user_not_found'],
  }),
  export: route(endpoints.users.export, {
    summary: 'Export everything that the platform has about a user',
    description: 'Without secrets: no password, key or credential. The export is audited.',
    input: one,
    output: UserExport,
    errors: ['user_not_found'],
  }),
}

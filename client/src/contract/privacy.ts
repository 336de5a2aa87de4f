import * as z from 'zod'
import * as endpoints from './endpoints/privacy.ts'
import { deletionWaits } from './facts/privacy.ts'
import { Empty, emptyAsUndefined, flag, Id, Instant, PageMeta, Pagination } from './fields.ts'
import { networks } from './networks.ts'
import { reauthenticated, reauthenticatedErrors } from './reauthentication.ts'
import { route } from './route.ts'
import { Surface, TermsLink } from './terms-fields.ts'
import { Balance } from './wallets.ts'

/** The input of an export, beside the contract: a stream. */
export const BeginDataExport = z.object(reauthenticated)

/** What a wallet holds on a network. */
export const WalletHoldings = z
  .object({
    network: z.enum(networks),
    address: z.string(),
    balances: z.array(Balance).nullable().describe('what is there; null where no node of the network answered'),
  })
  .meta({ id: 'WalletHoldings' })
export type WalletHoldings = z.input<typeof WalletHoldings>

const waitsFor = z
  .enum(deletionWaits)
  .nullable()
  .describe('what a deletion that is due waits for: `sends` that the chain has not settled; null for nothing')

const PendingDeletion = z.object({ requestedAt: Instant, dueAt: Instant, waitsFor }).meta({ id: 'PendingDeletion' })

/** A deletion that is still to come, to operators and partners. */
export const UserDeletion = PendingDeletion.extend({
  userId: Id,
  holdings: z.array(WalletHoldings).describe('what the wallets held when the user asked for it'),
  isRepeated: z.boolean().describe('a restored backup had the user, who was deleted after it was made'),
}).meta({ id: 'UserDeletion' })
export type UserDeletion = z.input<typeof UserDeletion>

/** A user's calls for what is stored about it. */
export const privacy = {
  deletion: route(endpoints.privacy.deletion, {
    summary: 'Show whether the account is going to be deleted, and what its wallets hold',
    description:
      'Asks the nodes of all networks. Networks on which a wallet is empty are left out. What no node tells counts as perhaps something.',
    input: z.object({}),
    output: z.object({
      pending: PendingDeletion.nullable().describe('null where no deletion was requested'),
      graceSeconds: z.int().describe('how long a deletion can be cancelled'),
      holdings: z.array(WalletHoldings),
    }),
    errors: ['too_many_attempts'],
  }),
  requestDeletion: route(endpoints.privacy.requestDeletion, {
    summary: 'Request the deletion of the account, which is carried out after some days',
    description:
      'Until then the user can log in, send, and cancel it. It waits for sends that are under way. Where a wallet holds something, or a node does not answer, it needs `acceptsLoss`: after the deletion nobody can send what is in the wallets.',
    input: z.object({
      acceptsLoss: flag(z.boolean()).optional().describe('the user knows that what is in the wallets is lost'),
      ...reauthenticated,
    }),
    output: PendingDeletion,
    status: 201,
    errors: ['wallets_not_empty', 'deletion_pending', 'too_many_attempts', ...reauthenticatedErrors],
  }),
  cancelDeletion: route(endpoints.privacy.cancelDeletion, {
    summary: 'Cancel the deletion of the account',
    description: 'Works until the deletion is carried out. The user is told of it.',
    input: z.object({}),
    output: Empty,
    errors: ['no_deletion', 'too_many_attempts'],
  }),
  terms: route(endpoints.privacy.terms, {
    summary: 'Show the terms and the privacy policy of the app, and which versions the user accepted',
    description: 'Documents without an address or a version are left out.',
    input: z.object({}),
    output: z.object({
      required: z.boolean().describe('whether other calls of the user wait until all are accepted'),
      documents: z.array(
        TermsLink.extend({ acceptedAt: Instant.nullable().describe('of this version; null: not yet') }),
      ),
    }),
  }),
  acceptTerms: route(endpoints.privacy.acceptTerms, {
    summary: 'Accept the present versions of the terms and the privacy policy',
    description: 'Names the versions that the user saw. A version that is accepted already changes nothing.',
    input: z.object({
      terms: emptyAsUndefined(z.string().max(40)).describe('the version of the terms that the user saw'),
      privacy: emptyAsUndefined(z.string().max(40)).describe('the version of the privacy policy that the user saw'),
      surface: Surface.describe('where the user accepted: `player`, or what your client is called'),
    }),
    output: Empty,
    errors: ['terms_changed', 'too_many_attempts'],
  }),
}

const pending = {
  summary: 'List the deletions that users asked for and that are still to come, the next one first',
  description:
    'A deletion that is carried out is no longer listed: the audit trail and the webhook event `user.deleted` tell of it.',
}

const one = z.object({ appId: Id.describe('the app'), id: Id.describe('the user') })

/** Calls of admins for deletions that users asked for. */
export const deletions = {
  list: route(endpoints.deletions.list, {
    ...pending,
    input: z.object({
      appId: Id.describe('the app'),
      userId: Id.optional().describe('only that of this user'),
      ...Pagination.shape,
    }),
    output: z.array(UserDeletion),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  get: route(endpoints.deletions.get, {
    summary: 'Show the deletion that a user asked for',
    description: 'Refused with `no_deletion` where none is to come.',
    input: one,
    output: UserDeletion,
    errors: ['user_not_found', 'no_deletion'],
  }),
  cancel: route(endpoints.deletions.cancel, {
    summary: 'Cancel the deletion that a user asked for',
    description: 'For users who cannot log in any more. It is audited.',
    input: one,
    output: Empty,
    errors: ['user_not_found', 'no_deletion'],
  }),
}

/** The same list for a partner. */
export const appDeletions = {
  list: route(endpoints.appDeletions.list, {
    ...pending,
    access: 'read',
    input: Pagination,
    output: z.array(UserDeletion),
    meta: PageMeta,
  }),
}

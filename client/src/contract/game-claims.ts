import * as z from 'zod'
import * as endpoints from './endpoints/index.ts'
import { ringClaimStatuses, ringClaimProblems, payoutNotices, treasuryProblems } from './facts/game-claims.ts'
import { Id, Instant, PageMeta, Pagination, visibleText } from './fields.ts'
import { route } from './route.ts'

const count = z.int().min(0)

/** What a claim pays on chain. */
export const RingClaim = z
  .object({
    id: Id,
    rings: z.int().describe('rings that were claimed'),
    amount: z.string().describe('what is paid for them, in smallest units of the token'),
    decimals: z.int().describe('digits of `amount` after the decimal point'),
    token: z.string().describe("the mint's address on Solana"),
    address: z.string().describe("the player's Solana wallet"),
    status: z.enum(ringClaimStatuses),
    problem: z
      .enum(ringClaimProblems)
      .nullable()
      .describe(
        "why it failed: the token's issuer has frozen the player's account, that account belongs to another wallet, or the chain refused it three times",
      ),
    signature: z
      .string()
      .nullable()
      .describe('of the Solana transaction, once it was signed; also of one that did not pay'),
    createdAt: Instant,
    dueAt: Instant.describe('the earliest time of its payment'),
    settledAt: Instant.nullable().describe('when it was paid, failed or was returned'),
  })
  .meta({ id: 'RingClaim' })
export type RingClaim = z.input<typeof RingClaim>

/** A player's claims that are paid on chain. */
export const playerClaims = {
  claims: route(endpoints.game.claims, {
    reader: 'Players',
    summary: "List the player's claims that are paid on chain, newest first",
    description: 'Claims of an app that records them only are not among them.',
    input: Pagination,
    output: z.array(RingClaim),
    meta: PageMeta.extend({
      rate: z
        .object({
          rings: z.int(),
          amount: z.string().describe('smallest units that are paid for so many rings'),
          decimals: z.int(),
          token: z.string().describe("the mint's address on Solana"),
        })
        .nullable()
        .describe('what claims are paid now; null where they are recorded only'),
      notice: z
        .enum(payoutNotices)
        .nullable()
        .describe(
          "why payments wait: a review of the player, an empty treasury, a pause, the day's limit, or another reason; null: nothing keeps them",
        ),
    }),
    errors: ['game_off'],
  }),
}

const ofApp = z.object({ appId: Id })
const ofClaim = ofApp.extend({ userId: Id, id: Id })

const AdminRingClaim = RingClaim.extend({
  userId: Id,
  tries: count.describe('transactions that the chain refused'),
}).meta({ id: 'AdminRingClaim' })
export type AdminRingClaim = z.input<typeof AdminRingClaim>

/** Claims of rings that are paid on chain, for operators. */
export const ringClaims = {
  list: route(endpoints.ringClaims.list, {
    summary: 'List the claims of an app that are paid on chain, newest first',
    description: 'What each is owed was fixed when it was made. Claims of deleted users are not listed.',
    input: ofApp.extend({
      ...Pagination.shape,
      status: z.enum(ringClaimStatuses).optional(),
      userId: Id.optional().describe('only claims of this user'),
    }),
    output: z.array(AdminRingClaim),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  retry: route(endpoints.ringClaims.retry, {
    summary: 'Queue a failed claim again',
    description: 'For a claim whose cause is gone, such as a frozen token account. It is paid with the next batch.',
    input: ofClaim,
    output: AdminRingClaim,
    errors: ['app_not_found', 'claim_not_found', 'claim_not_failed'],
  }),
  return: route(endpoints.ringClaims.return, {
    summary: "Give the rings of a failed or queued claim back to the player's balance",
    description: 'Once: of several calls, and of a call and a payment, one wins.',
    input: ofClaim.extend({ reason: visibleText(1, 200) }),
    output: AdminRingClaim,
    errors: ['app_not_found', 'claim_not_found', 'claim_not_returnable', 'game_off'],
  }),
}

export const Treasury = z
  .object({
    address: z.string().nullable().describe('of its Solana wallet; null while there is none'),
    createdAt: Instant.nullable(),
    isPaused: z.boolean(),
    pausedBecause: z.string().nullable(),
    problem: z
      .object({
        code: z.enum(treasuryProblems),
        missing: z
          .string()
          .nullable()
          .describe('smallest units of the token, or lamports, that the next payment lacks'),
        message: z.string().nullable(),
        token: z.string().nullable().describe('the mint whose claims alone wait; null: all claims wait'),
        since: Instant,
      })
      .nullable()
      .describe('why claims wait now; asked again by itself'),
    token: z
      .object({ mint: z.string(), decimals: z.int() })
      .nullable()
      .describe('what the rules in force pay; null: claims are recorded only'),
    balances: z
      .object({
        lamports: z.string(),
        units: z.string().nullable().describe('smallest units of `token`; null without one'),
      })
      .nullable()
      .describe('as the chain has them now; null without a wallet, and where no node answers'),
    owed: z.array(
      z.object({
        token: z.string().describe("the mint's address"),
        decimals: z.int(),
        claims: count.describe('that are queued or being sent'),
        amount: z.string().describe('smallest units'),
      }),
    ),
  })
  .meta({ id: 'Treasury' })
export type Treasury = z.input<typeof Treasury>

/** The wallet from which an app's claims are paid, for operators. */
export const treasury = {
  get: route(endpoints.treasury.get, {
    summary: "Show the wallet from which an app's claims are paid: address, balances, what is owed, and what is wrong",
    description: 'Balances are read from the chain; everything else is what the server knows.',
    input: ofApp,
    output: Treasury,
    errors: ['app_not_found'],
  }),
  create: route(endpoints.treasury.create, {
    summary: "Make the wallet from which an app's claims are paid; a second call changes nothing",
    description:
      "The server keeps its key as it keeps users' keys. It signs payments of claims and nothing else: no call takes out what is sent to it. Send it the token, and " +
      'SOL for fees and for token accounts that players lack.',
    input: ofApp,
    output: Treasury,
    errors: ['app_not_found', 'key_service_unavailable', 'signer_unavailable'],
  }),
  pause: route(endpoints.treasury.pause, {
    summary: 'Sign no more payments of claims; those signed already go on',
    description: 'Claims are accepted and wait; players are told.',
    input: ofApp.extend({ reason: visibleText(1, 200) }),
    output: Treasury,
    errors: ['app_not_found', 'treasury_not_found'],
  }),
  resume: route(endpoints.treasury.resume, {
    summary: 'Pay claims again',
    description: 'Begins with those that have waited longest.',
    input: ofApp,
    output: Treasury,
    errors: ['app_not_found', 'treasury_not_found'],
  }),
}

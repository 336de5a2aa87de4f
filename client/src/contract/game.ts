import * as z from 'zod'
import * as endpoints from './endpoints/game.ts'
import { decimal, Empty, Pagination, visibleText } from './fields.ts'
import { MAX_APPEALS, MAX_GAP, MAX_TAPS, playerBoards } from './facts/game-models.ts'
import { AcceptedTaps, GameProfile, PayoutReview } from './game-models.ts'
import { payoutNotices } from './facts/game-claims.ts'
import { playerClaims } from './game-claims.ts'
import { boughtBoosts, freeBoosts } from './facts/game-rules.ts'
import { playerTasks } from './game-tasks.ts'
import { route } from './route.ts'

const Rings = z.int().describe('rings')
const count = z.int().min(0)

const off = ['game_off'] as const

/** The tap game, under the paths that clients in the field call. */
export const game = {
  profile: route(endpoints.game.profile, {
    reader: 'Players',
    summary: "Show the player's rings, energy, level and boosts",
    description: "The first call makes the player's account. Energy is that of `serverTime`.",
    input: z.object({}),
    output: GameProfile,
    errors: off,
    hot: true,
  }),
  click: route(endpoints.game.click, {
    reader: 'Players',
    summary: 'Add a batch of taps',
    description:
      'Batches are numbered by the client, one after another: the first after the `seq` of the profile. A batch whose number is not above the ' +
      'last one adds nothing and answers the present state, so that an unanswered call can be repeated. A client that lost its count goes on ' +
      "from the `seq` of that answer. Taps beyond the player's energy, and faster than the rules allow, do not count.",
    input: z.object({
      count: z.int().min(1).max(MAX_TAPS),
      seq: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('the number of this batch'),
      gaps: z
        .array(z.int().min(0).max(MAX_GAP))
        .max(MAX_TAPS)
        .optional()
        .describe(
          'whole milliseconds before each tap, at most one a tap; of as many as taps, the first is the time since the last tap of the batch before. Optional',
        ),
    }),
    output: AcceptedTaps,
    errors: [...off, 'seq_too_far', 'too_many_gaps'],
    hot: true,
  }),
  buyBoost: route(endpoints.game.buyBoost, {
    reader: 'Players',
    summary: 'Buy the next level of a boost',
    description:
      'Names the level that the player has, as the profile says, and not the one to buy: of two calls for the same one, one buys.',
    input: z.object({
      boost: z.enum(boughtBoosts),
      level: z.int().min(0).max(1000).describe('the level that the player has of it: 0 buys the first'),
    }),
    output: GameProfile,
    errors: [...off, 'boost_changed', 'not_enough_rings', 'highest_level'],
    hot: true,
  }),
  useBoost: route(endpoints.game.useBoost, {
    reader: 'Players',
    summary: 'Use a free boost of today',
    description:
      'Full energy fills the energy. Turbo makes taps pay several times as much for some seconds, without energy.',
    input: z.object({ boost: z.enum(freeBoosts) }),
    output: GameProfile,
    errors: [...off, 'no_boost_left'],
    hot: true,
  }),
  takeDaily: route(endpoints.game.takeDaily, {
    reader: 'Players',
    summary: "Take today's reward",
    description:
      'Once a day (UTC). The reward grows with each day in a row; a missed day begins again. A second call adds nothing.',
    input: z.object({}),
    output: GameProfile,
    errors: off,
    hot: true,
  }),
  collectTapBot: route(endpoints.game.collectTapBot, {
    reader: 'Players',
    summary: 'Collect what the tap bot has earned',
    description: 'The tap bot earns by itself and stops some hours after the last collection.',
    input: z.object({}),
    output: GameProfile,
    errors: off,
    hot: true,
  }),
  claimRings: route(endpoints.game.claimRings, {
    reader: 'Players',
    summary: 'Claim all claimable rings',
    description:
      'Claimed rings leave the balance. Of several calls at once, one claims; the others answer 0. Where the app pays claims on chain, `payout` says what is paid: see /api/claims.',
    input: z.object({}),
    output: z.object({
      claimed: Rings,
      claimedRings: Rings.describe('claimed in all'),
      payout: z
        .object({
          id: z.string().describe('of the claim'),
          amount: z.string().describe('smallest units'),
          decimals: z.int(),
          token: z.string().describe("the mint's address on Solana"),
          notice: z.enum(payoutNotices).nullable().describe('why the payment waits; null: nothing keeps it'),
        })
        .nullable()
        .describe('what is paid on chain; null where claims are recorded only'),
    }),
    errors: [...off, 'payout_under_review'],
  }),
  review: route(endpoints.game.review, {
    reader: 'Players',
    summary: "Tell whether the player's payouts wait for a review",
    description:
      'Play that seems automatic delays payouts until it is reviewed. Nothing else changes: the player goes on playing and earning.',
    input: z.object({}),
    output: PayoutReview,
    errors: off,
  }),
  appeal: route(endpoints.game.appeal, {
    reader: 'Players',
    summary: 'Appeal against the delay of payouts',
    description: `An operator reads it and decides. One appeal at a time, and at most ${MAX_APPEALS} against one delay.`,
    input: z.object({ text: visibleText(1, 1000) }),
    output: PayoutReview,
    errors: [...off, 'not_under_review', 'already_appealed'],
  }),
  leaderboard: route(endpoints.game.leaderboard, {
    reader: 'Players',
    summary: 'Show the best players by rings earned, and the own place',
    description:
      'Equal rings share a rank. `week` and `lastWeek` count what was earned from Monday to Sunday (UTC), `league` ranks the players of a league, ' +
      '`friends` the player, who invited it and whom it invited. At most a second behind.',
    input: z
      .object({
        board: z.enum(playerBoards).optional().describe('default: all; where a league is named: league'),
        league: z
          .string()
          .max(32)
          .optional()
          .describe("of the board `league` only: its id; the player's own by default"),
        limit: decimal(z.int().min(1).max(100).default(100).describe('1 to 100')),
      })
      .refine(({ board, league }) => league === undefined || board === undefined || board === 'league', {
        path: ['league'],
        error: 'is only for the board league',
      }),
    output: z.array(
      z.object({
        rank: count.describe('from 1'),
        username: z.string().nullable(),
        avatar: z.string().nullable(),
        rings: Rings,
        isMe: z.boolean(),
      }),
    ),
    meta: z.object({
      total: count.describe('players on the board'),
      me: z.object({ rank: count, rings: Rings }).nullable().describe('null without rings'),
    }),
    errors: [...off, 'league_not_found', 'boards_not_ready'],
    hot: true,
  }),
  referrals: route(endpoints.game.referrals, {
    reader: 'Players',
    summary: 'List the users that the player invited, the newest first',
    description: '`rings` is what the invited user has earned in all. An invitation is paid once that is enough.',
    input: Pagination,
    output: z.array(
      z.object({
        avatar: z.string().nullable(),
        username: z.string().nullable(),
        rings: Rings,
        isPaid: z.boolean().describe('whether the player has its rings for this invitation'),
      }),
    ),
    meta: z.object({ totalUser: z.int() }),
    errors: off,
  }),
  bindReferrer: route(endpoints.game.bindReferrer, {
    reader: 'Players',
    summary: 'Bind the user that invited this one, by its refer code',
    description: 'As `/user/bind-referrer`. The inviter gets its rings once this player has earned enough.',
    input: z.object({ referCode: z.string().max(64) }),
    output: Empty,
    errors: ['referrer_not_found', 'own_referrer', 'referral_loop'],
  }),
  bindOdyssey: route(endpoints.game.bindOdyssey, {
    reader: 'Players',
    summary: "Bind the user's Odyssey code; a second call changes nothing",
    description: 'A code belongs to one user of the app.',
    input: z.object({
      odsCode: z
        .string()
        .trim()
        .regex(/^[\w.~-]{1,128}$/, 'must be 1 to 128 letters, digits or any of _ . ~ -'),
    }),
    output: Empty,
    errors: ['odyssey_code_taken'],
  }),
  ...playerClaims,
  ...playerTasks,
}

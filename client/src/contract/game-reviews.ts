import * as z from 'zod'
import * as endpoints from './endpoints/game-reviews.ts'
import { playFlags, playFlagCodes } from './facts/game-reviews.ts'
import { decimal, Id, Instant, PageMeta, Pagination, visibleText } from './fields.ts'
import { route } from './route.ts'

const ofApp = z.object({ appId: Id })
const ofUser = ofApp.extend({ id: Id })

const code = z.enum(playFlagCodes)
const reviewStates = ['held', 'appealed', 'cleared'] as const
const state = z.enum(reviewStates)

const PlayFlag = z.object({
  code: code.describe(playFlagCodes.map((each) => `${each}: ${playFlags[each].text}`).join('. ')),
  isStrong: z.boolean().describe('whether it suffices for a suspicion; otherwise it takes two'),
  day: Instant.describe('the beginning of the day (UTC)'),
  value: z.number().describe('what was measured'),
  threshold: z.number().describe('what it had to pass'),
  foundAt: Instant,
})

const PlayDay = z.object({
  day: Instant.describe('the beginning of the day (UTC)'),
  taps: z.int(),
  batches: z.int(),
  sessions: z.int(),
  addresses: z.int().describe('from how many addresses it was played, at most 8 are counted'),
  calls: z.record(z.string(), z.int()).describe('other calls, by kind'),
  values: z.record(z.string(), z.number()).describe('what was measured, by the code of its flag'),
})

export const PlayReview = z
  .object({
    state: state.nullable().describe('null: payouts were never delayed'),
    since: Instant.nullable(),
    heldSince: Instant.nullable().describe('since when payouts wait; null: they do not'),
    tapLimit: z.int().nullable().describe('taps a second at most; null: by the rules'),
    appeal: z.string().nullable().describe("the player's words"),
    appealedAt: Instant.nullable(),
    decidedAt: Instant.nullable().describe('by an operator, or by time; the audit tells who'),
    reason: z.string().nullable(),
    ignoredCodes: z.array(z.string()).describe('raise no suspicion until `ignoredUntil`'),
    ignoredUntil: Instant.nullable(),
    flags: z.array(PlayFlag).describe('the newest first, at most 200'),
    days: z.array(PlayDay).describe('the newest first'),
  })
  .meta({ id: 'PlayReview' })
export type PlayReview = z.input<typeof PlayReview>

const FlaggedPlayer = z
  .object({
    userId: Id,
    displayName: z.string().nullable(),
    codes: z.array(code),
    foundAt: Instant.nullable().describe('of the newest flag; null: an operator delayed payouts, and no flag is kept'),
    state: state.nullable(),
    heldSince: Instant.nullable(),
    appealedAt: Instant.nullable(),
  })
  .meta({ id: 'FlaggedPlayer' })

const reason = visibleText(1, 200)
const ofPlayer = { output: PlayReview, errors: ['user_not_found', 'player_not_found'] } as const

/** Players whose play seems automatic, for operators. Nothing here disables a user. */
export const gameReviews = {
  list: route(endpoints.gameReviews.list, {
    summary: 'List the players whose play was flagged or whose payouts an operator delayed, the latest first',
    description: 'A flag is no proof. Weak flags alone delay nothing.',
    input: ofApp.extend({
      state: z
        .enum([...reviewStates, 'waiting'])
        .optional()
        .describe('`waiting`: held or appealed'),
      flag: code.optional().describe('only players with this flag'),
      ...Pagination.shape,
    }),
    output: z.array(FlaggedPlayer),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  get: route(endpoints.gameReviews.get, {
    ...ofPlayer,
    summary: "Show a player's review, flags, and statistics of the last days",
    description: 'Statistics are deleted after two weeks, flags after three months.',
    input: ofUser,
  }),
  clear: route(endpoints.gameReviews.clear, {
    ...ofPlayer,
    summary: 'Clear a player: payouts no longer wait, and the tap limit ends',
    description:
      'The codes that were found are ignored for some days, so that the same play is not held again at once.',
    input: ofUser.extend({
      reason,
      ignoreDays: decimal(z.int().min(0).max(365).default(30)).describe('for how many days'),
    }),
  }),
  hold: route(endpoints.gameReviews.hold, {
    ...ofPlayer,
    summary: 'Delay the payouts of a player, or confirm the delay',
    description: 'Such a delay does not end by time. The player can appeal.',
    input: ofUser.extend({ reason }),
  }),
  limitTaps: route(endpoints.gameReviews.limitTaps, {
    ...ofPlayer,
    summary: 'Limit how many taps a second of a player count, or end that',
    description: 'The player is not told. A limit above the rules has no effect.',
    input: ofUser.extend({
      tapsPerSecond: decimal(z.int().min(1).max(100)).nullable().describe('null: by the rules'),
      reason,
    }),
  }),
}

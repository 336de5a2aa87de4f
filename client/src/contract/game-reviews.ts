import { z } from 'zod'
import { decimal, Id, Instant, PageMeta, Pagination, visibleText } from './fields.ts'
import { route } from './route.ts'

const ofApp = z.object({ appId: Id })
const ofUser = ofApp.extend({ id: Id })

/** Something about a day of a player that people seldom do, and whether it suffices alone for a suspicion; of others it takes two. */
export const playFlags = {
  steady_gaps: { strong: true, text: 'taps follow each other too evenly' },
  short_rest: { strong: true, text: 'no long rest within 24 hours' },
  many_hours: { strong: true, text: 'taps in nearly every hour of 24' },
  steady_sessions: { strong: true, text: 'sessions begin at too even times' },
  contradicted_gaps: { strong: true, text: 'the claimed times of taps do not fit when they arrived' },
  shared_trace: { strong: true, text: "the same rhythm as another player's" },
  repeated_trace: { strong: true, text: 'the same rhythm as on another day' },
  address_relay: { strong: true, text: 'players of one address play in turn, one at a time' },
  no_drift: { strong: false, text: 'the time between taps does not depend on those before' },
  no_pauses: { strong: false, text: 'hardly any pauses while tapping' },
  only_taps: { strong: false, text: 'nothing but taps: no boost, reward or board is looked at' },
  steady_batches: { strong: false, text: 'batches of one size' },
  steady_arrivals: { strong: false, text: 'calls arrive at too even times' },
  at_cap: { strong: false, text: 'as fast as hands can tap' },
  over_cap: { strong: false, text: 'more taps than energy or the rules allow' },
  invited_together: { strong: false, text: 'most players invited in a day, ten or more, play at one address' },
  skipped_numbers: { strong: false, text: 'numbers of batches are left out' },
  untimed_taps: { strong: false, text: 'taps without the times between them' },
} as const satisfies Record<string, { strong: boolean; text: string }>
export type PlayFlagCode = keyof typeof playFlags
export const playFlagCodes = Object.keys(playFlags) as [PlayFlagCode, ...PlayFlagCode[]]

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
const ofPlayer = { auth: 'admin', output: PlayReview, errors: ['user_not_found', 'player_not_found'] } as const

/** Players whose play seems automatic, for operators. Nothing here disables a user. */
export const gameReviews = {
  list: route({
    method: 'GET',
    path: '/admin/apps/{appId}/game/flags',
    auth: 'admin',
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
  get: route({
    ...ofPlayer,
    method: 'GET',
    path: '/admin/apps/{appId}/users/{id}/game/review',
    summary: "Show a player's review, flags, and statistics of the last days",
    description: 'Statistics are deleted after two weeks, flags after three months.',
    input: ofUser,
  }),
  clear: route({
    ...ofPlayer,
    method: 'POST',
    path: '/admin/apps/{appId}/users/{id}/game/review/clear',
    summary: 'Clear a player: payouts no longer wait, and the tap limit ends',
    description:
      'The codes that were found are ignored for some days, so that the same play is not held again at once.',
    input: ofUser.extend({
      reason,
      ignoreDays: decimal(z.int().min(0).max(365).default(30)).describe('for how many days'),
    }),
  }),
  hold: route({
    ...ofPlayer,
    method: 'POST',
    path: '/admin/apps/{appId}/users/{id}/game/review/hold',
    summary: 'Delay the payouts of a player, or confirm the delay',
    description: 'Such a delay does not end by time. The player can appeal.',
    input: ofUser.extend({ reason }),
  }),
  limitTaps: route({
    ...ofPlayer,
    method: 'POST',
    path: '/admin/apps/{appId}/users/{id}/game/review/limit-taps',
    summary: 'Limit how many taps a second of a player count, or end that',
    description: 'The player is not told. A limit above the rules has no effect.',
    input: ofUser.extend({
      tapsPerSecond: decimal(z.int().min(1).max(100)).nullable().describe('null: by the rules'),
      reason,
    }),
  }),
}

import * as z from 'zod'
import { Instant } from './fields.ts'
import { boughtBoosts, freeBoosts } from './facts/game-rules.ts'

const Rings = z.int().describe('rings')
const count = z.int().min(0)
const tapCredit = count.describe('how many taps may arrive at once now; it grows by `tapsPerSecond` up to `tapBurst`')

const boostShape = {
  level: count,
  maxLevel: count,
  price: Rings.nullable().describe('rings for the next level; null at the highest'),
  effect: count.describe('what a level adds: rings of a tap, energy, energy a second, or rings an hour of the tap bot'),
}

export const GameProfile = z
  .object({
    id: z.string(),
    username: z.string().nullable(),
    displayName: z.string().nullable(),
    avatar: z.string().nullable(),
    rings: Rings.describe('the balance: earned, less spent and claimed'),
    earnedRings: Rings.describe('earned in all; levels, leagues and boards go by it'),
    claimableRings: Rings,
    claimedRings: Rings,
    energy: count,
    maxEnergy: count,
    energyPerSecond: count,
    ringsPerTap: count.describe('rings of a tap, and the energy that it uses'),
    tapsPerSecond: count.describe('how many taps a second a player can make'),
    tapBurst: count.describe('how many taps may arrive at once after a pause'),
    tapCredit,
    level: count.describe('from 1'),
    rank: count
      .nullable()
      .describe('on the board of all players; null without rings, and while the boards are being counted'),
    levelFrom: Rings.describe('earned rings at which the level begins'),
    nextLevelAt: Rings.nullable().describe('earned rings at which the next level begins; null at the last'),
    league: z.object({
      id: z.string(),
      name: z.string(),
      tier: count.describe('its place among the leagues, from 1'),
      from: Rings.describe('earned rings at which it begins'),
      nextAt: Rings.nullable().describe('earned rings at which the next league begins; null at the last'),
      nextName: z.string().nullable().describe('the name of the next league'),
    }),
    referCode: z.string(),
    referrer: z.string().nullable(),
    referralReward: Rings.describe('for each verified invitation'),
    odysseyBound: z.boolean(),
    squad: z
      .object({ id: z.string(), name: z.string(), members: count, rank: count })
      .nullable()
      .describe('null for a player in none'),
    seq: count.describe('the number of the last accepted batch of taps'),
    serverTime: Instant,
    boosts: z.array(z.object({ id: z.enum(boughtBoosts), ...boostShape })),
    freeBoosts: z.array(z.object({ id: z.enum(freeBoosts), left: count.describe('uses left today (UTC)') })),
    turboUntil: Instant.nullable().describe('null without turbo'),
    turboFactor: count.describe('how many times as much taps pay during turbo'),
    daily: z.object({
      days: count.describe('days in a row with a daily reward'),
      reward: Rings.nullable().describe("today's reward; null once it is taken, or where there is none"),
      rewards: z.array(Rings).describe('of each day in a row; the last for all days after'),
    }),
    tapBotRings: Rings.describe('what the tap bot has earned since the last collection'),
    tapBotFullAt: Instant.nullable().describe('when the tap bot stops; null without one'),
  })
  .meta({ id: 'GameProfile' })
export type GameProfile = z.input<typeof GameProfile>

export const PayoutReview = z
  .object({
    state: z
      .enum(['none', 'held', 'appealed', 'cleared'])
      .describe(
        'held: payouts wait; appealed: they wait, and an operator has the appeal; cleared: they are no longer delayed',
      ),
    since: Instant.nullable().describe('of the state; null without a review'),
    canAppeal: z.boolean(),
  })
  .meta({ id: 'PayoutReview' })
export type PayoutReview = z.input<typeof PayoutReview>

export const AcceptedTaps = z
  .object({
    accepted: count.describe('how many of the taps counted'),
    rings: Rings,
    earnedRings: Rings,
    energy: count,
    tapCredit,
    seq: count,
    serverTime: Instant,
  })
  .meta({ id: 'AcceptedTaps' })
export type AcceptedTaps = z.input<typeof AcceptedTaps>

import * as z from 'zod'
import * as endpoints from './endpoints/game-stats.ts'
import { Id, Instant } from './fields.ts'
import { route } from './route.ts'
import { statsDays } from './stats-days.ts'

/** What happened to rings. */
export const RingFigures = z
  .object({
    made: z.int().describe('earned by players: taps, tap bots, rewards'),
    spent: z.int().describe('paid for boosts'),
    claimed: z.int().describe('taken out by claims, less what was given back'),
    adjusted: z.int().describe('added by operators, less what they took'),
  })
  .meta({ id: 'RingFigures' })

/** Of the tap game, for statistics of a server and of an app. */
export const tapFigures = { taps: z.int().describe('accepted taps'), rings: RingFigures }

const figures = { ...tapFigures, newPlayers: z.int().describe('accounts made') }

const share = (days: number) =>
  z
    .number()
    .nullable()
    .describe(
      `the share of the new players who tapped ${days} ${days === 1 ? 'day' : 'days'} later; null where there were none, and until that day is over`,
    )
const Retention = z.object({ day1: share(1), day7: share(7), day30: share(30) }).meta({ id: 'Retention' })
export type Retention = z.input<typeof Retention>

const GameStatsDay = z
  .object({
    at: Instant.describe('the start of the day'),
    ...figures,
    activePlayers: z.int().describe('different players who tapped'),
    retention: Retention.describe('of the players who were new on this day'),
  })
  .meta({ id: 'GameStatsDay' })

/** Figures of an app's tap game over a number of days in UTC. */
export const GameStats = z
  .object({
    from: Instant.describe('the start of the first day'),
    countedUntil: Instant.nullable().describe('what happened until then is counted; null before the first count'),
    totals: z.object({ ...figures, retention: Retention }).describe('of the whole period'),
    today: GameStatsDay,
    days: z.array(GameStatsDay).describe('oldest first, each day of the period; the last is today so far'),
  })
  .meta({ id: 'GameStats' })
export type GameStats = z.input<typeof GameStats>

/** Statistics of apps' tap games. */
export const gameStats = {
  get: route(endpoints.gameStats.get, {
    summary: "Show taps, players, rings and retention of an app's tap game by day",
    description:
      'Counts of the ledger. A day is exact ten minutes after it ended; today is counted once a minute, and less often where a count takes longer than a second. Days are those of UTC.',
    input: z.object({ appId: Id, days: statsDays }),
    output: GameStats,
    errors: ['app_not_found'],
  }),
}

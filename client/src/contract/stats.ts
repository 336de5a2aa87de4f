import * as z from 'zod'
import * as endpoints from './endpoints/stats.ts'
import { emptyAsUndefined, Id, Instant } from './fields.ts'
import { tapFigures } from './game-stats.ts'
import { networks } from './networks.ts'
import { loginMethods } from './providers.ts'
import { route } from './route.ts'
import { statsDays } from './stats-days.ts'
import { transactionStatuses } from './facts/transactions.ts'

const byMethod = (what: string) => z.partialRecord(z.enum(loginMethods), z.int()).describe(`${what}, by login method`)

const StatusCounts = z
  .object(
    Object.fromEntries(transactionStatuses.map((status) => [status, z.int()])) as Record<
      (typeof transactionStatuses)[number],
      z.ZodInt
    >,
  )
  .meta({ id: 'StatusCounts' })

const figures = {
  registrations: z.int().describe('users created, by logins, partners or an import'),
  deletions: z.int().describe('users deleted'),
  logins: byMethod('sessions started'),
  failedLogins: byMethod('login calls that a method refused or could not complete'),
  wallets: z.int().describe('wallets made: three for each user, when one of them is first needed'),
  sends: z
    .partialRecord(z.enum(networks), StatusCounts)
    .describe('transactions created in this time, by network and present status'),
}
const activeUsers = z.int().describe('different users with a login or a call of their own')

export const StatsTotals = z.object({ ...figures, activeUsers }).meta({ id: 'StatsTotals' })
const StatsDay = z.object({ at: Instant.describe('the start of the day'), ...figures, ...tapFigures, activeUsers })
const StatsHour = z.object({ at: Instant.describe('the start of the hour'), ...figures })

const ratio = (of: string) =>
  z.number().nullable().describe(`of ${of}; 0.25 is a quarter more, null where there were none`)

/** Figures of an app, or of all apps, over a number of days in UTC. */
export const Stats = z
  .object({
    users: z.int().describe('users that exist now'),
    from: Instant.describe('the start of the first day'),
    until: Instant.describe('now'),
    totals: StatsTotals.extend(tapFigures).describe('of the whole period; each active user counts once'),
    previous: z
      .object({ from: Instant, until: Instant, totals: StatsTotals })
      .nullable()
      .describe(
        'the same number of days before, up to the end of the same hour of its last day; beyond 34 days, to the end of that day. Null beyond 200 days',
      ),
    change: z
      .object({
        registrations: ratio('registrations'),
        activeUsers: ratio('active users'),
        logins: ratio('logins by all methods'),
        failedLogins: ratio('failed logins by all methods'),
        sends: ratio('sends of all networks and statuses'),
      })
      .nullable()
      .describe('against the previous period'),
    days: z.array(StatsDay).describe('oldest first, each day of the period; the last is today so far'),
    hours: z.array(StatsHour).describe('of at most two days, each hour up to now; otherwise empty'),
  })
  .meta({ id: 'Stats' })
export type Stats = z.input<typeof Stats>

const description =
  'Exact counts, kept up as events happen; only failed logins of the last second may be missing. Taps and rings of today are counted about once a minute. Days and hours are those of UTC.'

/** Statistics for dashboards. */
export const stats = {
  get: route(endpoints.stats.get, {
    summary: 'Show registrations, active users, logins, wallets and sends of all apps, or of one',
    description: `${description} Deleted apps are not included.`,
    input: z.object({ days: statsDays, appId: emptyAsUndefined(Id).describe('only this app') }),
    output: Stats,
    errors: ['app_not_found'],
  }),
  ofApp: route(endpoints.stats.ofApp, {
    summary: 'Show registrations, active users, logins, wallets and sends of an app',
    description,
    input: z.object({ id: Id, days: statsDays }),
    output: Stats,
    errors: ['app_not_found'],
  }),
}

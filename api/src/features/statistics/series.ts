import type { Database, Statement } from '../../db.ts'
import { ALL_APPS, HOURS_KEPT } from '../rollups/rollup.ts'

/** Milliseconds. */
export const HOUR = 3_600_000
/** Milliseconds. */
export const DAY = 24 * HOUR

/** A part of the answer that is read from figures of one period. */
interface Range {
  part: 'days' | 'hours' | 'previous'
  period: 'hour' | 'day'
  from: Date
  until: Date
  /** The first day of the part: active users of the days since then count once. */
  start: Date
}

/** A count of an hour, of a day, or of all of the previous period (`at` is null), whose counts add up to the figure. */
export interface Figure {
  part: Range['part']
  /** Milliseconds since the epoch. */
  at: number | null
  kind: 'registrations' | 'deletions' | 'logins' | 'failedLogins' | 'activeUsers' | 'wallets' | 'sends'
  /** The login method, or network and status. */
  key: string
  count: number
  /** Of active users: those that were not active on an earlier day of the part. Otherwise the count. */
  firsts: number
}

/**
 * Adds up the rows of a table for each part. A user is counted on each day of activity under the number of days since the one
 * before, so those that were not active since the part's start are the ones whose number reaches beyond it. A count fits into a
 * double, and an interval of hours is the same in every time zone.
 */
const sumsOf = (rows: string): string => `
  SELECT r.part, CASE WHEN r.part <> 'previous' THEN s.at END AS at, s.kind,
    CASE WHEN s.kind <> 'activeUsers' THEN s.key ELSE '' END AS key,
    sum(s.count::float8) AS count,
    coalesce(sum(s.count::float8) FILTER (WHERE CASE WHEN s.kind = 'activeUsers' AND s.key <> '0'
      THEN s.key::int * interval '24 hours' > s.at - r.start ELSE true END), 0) AS firsts
  FROM unnest($2::text[], $3::"StatisticPeriod"[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
    AS r (part, period, "from", until, start)
  CROSS JOIN LATERAL (${rows}) AS s
  GROUP BY 1, 2, 3, 4`

/** The figures of both tables, not added to one another: a union below the sums costs each row as much as adding it up. */
const find: Statement = {
  name: 'statistics',
  text: `
    WITH deltas AS MATERIALIZED (
      SELECT d.* FROM "StatisticDelta" d JOIN "App" a ON a.id = d."appId" AND a."deletedAt" IS NULL
      WHERE '${ALL_APPS}' = ANY($1::uuid[]) OR d."appId" = ANY($1)
    )
    SELECT part, extract(epoch FROM at)::float8 * 1000 AS at, kind::text, key, count, firsts FROM (
      ${sumsOf(`
        SELECT at, kind, key, count FROM "Statistic"
        WHERE "appId" = ANY($1) AND period = r.period AND at >= r."from" AND at < r.until`)}
      UNION ALL
      ${sumsOf(`
        SELECT date_trunc(r.period::text, d.at, 'UTC') AS at, d.kind, d.key, d.count FROM deltas d
        WHERE d.at >= r."from" AND d.at < r.until`)}
    ) AS figures`,
}

/** The days of a request and of its previous period, which is undefined where its figures are no longer kept. */
export interface Window {
  from: Date
  now: Date
  days: number
  previous?: { from: Date; until: Date } | undefined
}

const plus = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds)
const floor = (at: Date, unit: number): Date => new Date(Math.floor(at.getTime() / unit) * unit)

/** Beyond this many days the previous period would begin before what is kept. */
const MAX_COMPARED_DAYS = 200

/** The window of a number of days up to and including today, in UTC. */
export const windowOf = (days: number, now: Date): Window => {
  const from = plus(floor(now, DAY), (1 - days) * DAY)
  if (days > MAX_COMPARED_DAYS) return { from, now, days }
  const sameHour = plus(floor(now, HOUR), HOUR - days * DAY)
  const until = days < HOURS_KEPT ? sameHour : from
  return { from, now, days, previous: { from: plus(from, -days * DAY), until } }
}

const rangesOf = ({ from, now, days, previous }: Window): Range[] => {
  const end = plus(floor(now, DAY), DAY)
  const ranges: Range[] = [{ part: 'days', period: 'day', from, until: end, start: from }]
  if (days <= 2) ranges.push({ part: 'hours', period: 'hour', from, until: end, start: from })
  if (!previous) return ranges
  const common = { part: 'previous', start: previous.from } as const
  const lastDay = floor(previous.until, DAY)
  ranges.push({ ...common, period: 'day', from: previous.from, until: lastDay })
  if (lastDay < previous.until) ranges.push({ ...common, period: 'hour', from: lastDay, until: previous.until })
  return ranges
}

/** Reads the figures of a window in one statement. Its cost grows with the days, not with users or events. */
export const readFigures = (
  db: Database,
  appIds: readonly string[] = [ALL_APPS],
  window: Window,
): Promise<Figure[]> => {
  const ranges = rangesOf(window)
  const column = <K extends keyof Range>(name: K) => ranges.map((range) => range[name])
  const columns = [column('part'), column('period'), column('from'), column('until'), column('start')]
  return db.query<Figure & { [key: string]: unknown }>(find, [appIds, ...columns])
}

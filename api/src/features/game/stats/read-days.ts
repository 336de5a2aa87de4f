import type { contract, HandlerResult } from '@openauth/client'
import type { Database, Statement } from '../../../db.ts'
import { DAY, dayOf } from '../account.ts'

type GameStats = HandlerResult<typeof contract.gameStats.get>
type GameStatsDay = GameStats['today']

interface DayRow {
  day: number
  taps: number
  players: number
  newPlayers: number
  made: number
  spent: number
  claimed: number
  adjusted: number
  returned1: number
  returned7: number
  returned30: number
  [column: string]: number
}

const sums = ['taps', 'players', 'newPlayers', 'made', 'spent', 'claimed', 'adjusted'] as const
const returns = ['returned1', 'returned7', 'returned30'] as const

/** The days of some apps, or of all apps that are not deleted. */
const findDays: Statement = {
  name: 'game-days',
  text: `
    SELECT g.day, ${[...sums, ...returns].map((name) => `sum(g."${name}")::float8 AS "${name}"`).join(', ')}
    FROM "GameDay" g JOIN "App" a ON a.id = g."appId" AND a."deletedAt" IS NULL
    WHERE g.day >= $2 AND ($1::uuid[] IS NULL OR g."appId" = ANY($1))
    GROUP BY g.day`,
}

const noRow = (day: number): DayRow => ({
  ...Object.fromEntries([...sums, ...returns].map((name) => [name, 0])),
  ...({ day } as DayRow),
})

/** The rows of a number of days up to today, oldest first, also of days on which nobody played. */
const readDays = async (
  db: Pick<Database, 'query'>,
  appIds: readonly string[] | undefined,
  { days, now }: { days: number; now: number },
): Promise<DayRow[]> => {
  const first = dayOf(now) - days + 1
  const found = await db.query<DayRow>(findDays, [appIds ?? null, first])
  const byDay = new Map(found.map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, index) => byDay.get(first + index) ?? noRow(first + index))
}

const tapFiguresOf = ({ taps, made, spent, claimed, adjusted }: DayRow) => ({
  taps,
  rings: { made, spent, claimed, adjusted },
})

const totalOf = (rows: DayRow[]): DayRow =>
  rows.reduce((total, row) => {
    for (const name of sums) total[name] += row[name]
    return total
  }, noRow(0))

/** Taps and rings for the statistics of some apps, or of all apps: a row for each day, and their sum. */
export const readTapFigures = async (
  db: Pick<Database, 'query'>,
  appIds: readonly string[] | undefined,
  period: { days: number; now: number },
) => {
  const rows = await readDays(db, appIds, period)
  return { days: rows.map(tapFiguresOf), totals: tapFiguresOf(totalOf(rows)) }
}

/** How many players were new, and how many of them tapped again some days later. */
interface Cohorts {
  newPlayers: number
  returned: number
}

const shareOf = ({ newPlayers, returned }: Cohorts): number | null => (newPlayers === 0 ? null : returned / newPlayers)

/**
 * The new players of some days, as far as the day is over on which they could return.
 * @param closedDay the last day that is counted for good
 */
const cohortsOf = (rows: DayRow[], all: Map<number, DayRow>, later: 1 | 7 | 30, closedDay: number): Cohorts => {
  const over = rows.filter(({ day }) => day + later <= closedDay)
  const add = (total: number, value: number) => total + value
  return {
    newPlayers: over.map(({ newPlayers }) => newPlayers).reduce(add, 0),
    returned: over.map(({ day }) => all.get(day + later)?.[`returned${later}`] ?? 0).reduce(add, 0),
  }
}

/** The figures of an app's game over a number of days up to today (UTC): two statements, whose cost grows with the days. */
export const readGameStats = async (
  db: Pick<Database, 'query' | 'prisma'>,
  appId: string,
  period: { days: number; now: number },
): Promise<GameStats> => {
  const count = await db.prisma.gameDayCount.findUnique({ where: { id: 1 } })
  const rows = await readDays(db, [appId], period)
  const all = new Map(rows.map((row) => [row.day, row]))
  const retentionOf = (some: DayRow[]) => {
    const shareAfter = (later: 1 | 7 | 30) => shareOf(cohortsOf(some, all, later, count?.closedDay ?? -1))
    return { day1: shareAfter(1), day7: shareAfter(7), day30: shareAfter(30) }
  }
  const dayFigures = (row: DayRow): GameStatsDay => ({
    at: new Date(row.day * DAY),
    ...tapFiguresOf(row),
    newPlayers: row.newPlayers,
    activePlayers: row.players,
    retention: retentionOf([row]),
  })
  const total = totalOf(rows)
  const days = rows.map(dayFigures)
  return {
    from: days[0]!.at,
    countedUntil: count && new Date(Number(count.countedAt)),
    totals: { ...tapFiguresOf(total), newPlayers: total.newPlayers, retention: retentionOf(rows) },
    today: days.at(-1)!,
    days,
  }
}

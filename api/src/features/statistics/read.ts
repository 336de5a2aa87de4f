import {
  type contract,
  type HandlerResult,
  type LoginMethod,
  loginMethods,
  type Network,
  networks,
  type TransactionStatus,
  transactionStatuses,
} from '@openauth/client'
import type { Database } from '../../db.ts'
import { readTapFigures } from '../game/stats/read-days.ts'
import { countUsers } from '../rollups/totals.ts'
import { DAY, type Figure, HOUR, readFigures, windowOf } from './series.ts'

type Stats = HandlerResult<typeof contract.stats.get>
/** The figures that events count; those of the game are read beside them. */
type Totals = NonNullable<Stats['previous']>['totals']

const noTotals = (): Totals => ({
  registrations: 0,
  deletions: 0,
  logins: {},
  failedLogins: {},
  wallets: 0,
  sends: {},
  activeUsers: 0,
})

const noSends = () =>
  Object.fromEntries(transactionStatuses.map((status) => [status, 0])) as Record<TransactionStatus, number>

const isOneOf = <T extends string>(known: readonly T[], text: string | undefined): text is T =>
  (known as readonly (string | undefined)[]).includes(text)

const addByMethod = (counts: Partial<Record<LoginMethod, number>>, method: string, count: number): void => {
  if (isOneOf(loginMethods, method) && count > 0) counts[method] = (counts[method] ?? 0) + count
}

const addSends = (sends: Partial<Record<Network, Record<TransactionStatus, number>>>, key: string, count: number) => {
  const [network, status] = key.split(' ')
  if (!isOneOf(networks, network) || !isOneOf(transactionStatuses, status)) return
  const counts = (sends[network] ??= noSends())
  counts[status] += count
  // The count of a send and its withdrawal may be in different tables.
  if (transactionStatuses.every((each) => counts[each] === 0)) delete sends[network]
}

/** Adds a figure to totals. Active users of one day are all of that day's, of several days the first sights. */
const add = (totals: Totals, { kind, key, count, firsts }: Figure, of: 'one' | 'several'): void => {
  if (kind === 'logins' || kind === 'failedLogins') addByMethod(totals[kind], key, count)
  else if (kind === 'sends') addSends(totals.sends, key, count)
  else if (kind === 'activeUsers') totals.activeUsers += of === 'one' ? count : firsts
  else totals[kind] += count
}

const sumOf = (figures: Figure[]): Totals => {
  const totals = noTotals()
  for (const figure of figures) add(totals, figure, 'several')
  return totals
}

/** A row of each hour or day from `from` until now, also where nothing happened. */
const seriesOf = (figures: Figure[], { from, now }: { from: Date; now: Date }, unit: number) => {
  const count = Math.floor((now.getTime() - from.getTime()) / unit) + 1
  const rows = Array.from({ length: count }, (_, index) => ({
    at: new Date(from.getTime() + index * unit),
    ...noTotals(),
  }))
  for (const figure of figures) {
    const row = rows[Math.floor((figure.at! - from.getTime()) / unit)]
    if (row) add(row, figure, 'one')
  }
  return rows
}

const sum = (counts: object): number =>
  Object.values(counts).reduce<number>(
    (total, count: number | object) => total + (typeof count === 'number' ? count : sum(count)),
    0,
  )

const ratio = (now: number, before: number): number | null => (before === 0 ? null : now / before - 1)

const changeOf = (now: Totals, before: Totals): Stats['change'] => ({
  registrations: ratio(now.registrations, before.registrations),
  activeUsers: ratio(now.activeUsers, before.activeUsers),
  logins: ratio(sum(now.logins), sum(before.logins)),
  failedLogins: ratio(sum(now.failedLogins), sum(before.failedLogins)),
  sends: ratio(sum(now.sends), sum(before.sends)),
})

/**
 * The figures of some apps, or of all apps, over a number of days up to today (UTC), with those of the equally long time
 * before. Three statements, whose cost grows with the days, not with users or events.
 */
export const readStats = async (
  db: Database,
  { appIds, days, now = new Date() }: { appIds?: readonly string[] | undefined; days: number; now?: Date },
): Promise<Stats> => {
  const window = windowOf(days, now)
  const [users, figures, game] = await Promise.all([
    countUsers(db.prisma, appIds),
    readFigures(db, appIds, window),
    readTapFigures(db, appIds, { days, now: now.getTime() }),
  ])
  const partOf = (part: Figure['part']) => figures.filter((figure) => figure.part === part)
  const totals = sumOf(partOf('days'))
  const previous = window.previous && { ...window.previous, totals: sumOf(partOf('previous')) }
  return {
    users,
    from: window.from,
    until: now,
    totals: { ...totals, ...game.totals },
    previous: previous ?? null,
    change: previous ? changeOf(totals, previous.totals) : null,
    days: seriesOf(partOf('days'), window, DAY).map((day, index) => ({ ...day, ...game.days[index]! })),
    hours: days <= 2 ? seriesOf(partOf('hours'), window, HOUR) : [],
  }
}

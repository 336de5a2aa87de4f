import { type LoginMethod, type Network, networkFacts, type Stats, transactionStatuses } from '@openauth/client'
import type { ChartInterval, ChartPoint, ChartSeries } from '@openauth/ui/chart'
import { statusWords } from '../transactions/filters.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** Days of each period; today counts. */
export const periods = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof periods

/** The period of an address; a week where it names none. */
export const periodIn = (params: URLSearchParams): Period =>
  (Object.keys(periods) as Period[]).find((name) => name === params.get('period')) ?? 'week'

export interface Figures {
  series: ChartSeries[]
  points: ChartPoint[]
  interval: ChartInterval
}

type Interval = Stats['days'][number] | Stats['hours'][number]
type Counts = Readonly<Record<string, number>>

/** The hours of one day, else the days. */
const intervalsOf = (stats: Stats): readonly Interval[] => (stats.days.length === 1 ? stats.hours : stats.days)

const sum = (counts: Counts): number => Object.values(counts).reduce((total, count) => total + count, 0)

/** How often something happened in all: logins by method have one number each. */
export const totalOf = (counts: Partial<Record<string, number>>): number =>
  sum(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count ?? 0])))

const figuresOf = (stats: Stats, series: ChartSeries[], values: (interval: Interval) => Counts): Figures => ({
  series,
  interval: stats.days.length === 1 ? 'hour' : 'day',
  points: intervalsOf(stats).map((interval) => ({ at: interval.at, values: values(interval) })),
})

/** Registrations, and where it is counted (by day) active users. */
export const peopleOf = (stats: Stats, t: Translate): Figures => {
  const active = stats.days.length === 1 ? [] : [{ id: 'active', title: t('dashboard.activeUsers') }]
  return figuresOf(stats, [...active, { id: 'registrations', title: t('dashboard.registrations') }], (interval) => ({
    registrations: interval.registrations,
    ...('activeUsers' in interval && { active: interval.activeUsers }),
  }))
}

/** The methods with a number, the most used first. */
const methodsIn = (counts: Partial<Record<LoginMethod, number>>): LoginMethod[] =>
  (Object.keys(counts) as LoginMethod[])
    .filter((method) => (counts[method] ?? 0) > 0)
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))

/** Logins or failed logins, a series for each method that was used. */
export const loginsOf = (
  stats: Stats,
  kind: 'logins' | 'failedLogins',
  titleOf: (method: LoginMethod) => string,
): Figures => {
  const series = methodsIn(stats.totals[kind]).map((id) => ({ id, title: titleOf(id) }))
  return figuresOf(stats, series, (interval) => interval[kind])
}

type Sends = Stats['totals']['sends']

const ofNetwork = (sends: Sends, network: Network): number => sum(sends[network] ?? {})

/** Sends, a series for each network that was used. */
export const sendsByNetwork = (stats: Stats): Figures => {
  const used = (Object.keys(stats.totals.sends) as Network[]).filter(
    (network) => ofNetwork(stats.totals.sends, network) > 0,
  )
  const series = used.map((id) => ({ id, title: networkFacts[id].title }))
  return figuresOf(stats, series, ({ sends }) => Object.fromEntries(used.map((id) => [id, ofNetwork(sends, id)])))
}

const byState = (sends: Sends): Counts =>
  Object.fromEntries(
    transactionStatuses.map((status) => [
      status,
      Object.values(sends).reduce((total, counts) => total + (counts?.[status] ?? 0), 0),
    ]),
  )

/** Sends, a series for each state that some are in. */
export const sendsByState = (stats: Stats, t: Translate): Figures => {
  const totals = byState(stats.totals.sends)
  const series = transactionStatuses
    .filter((status) => (totals[status] ?? 0) > 0)
    .map((status) => ({ id: status, title: t(statusWords[status]) }))
  return figuresOf(stats, series, ({ sends }) => byState(sends))
}

/** All sends. */
export const sendsTotal = (stats: Stats): number => sum(byState(stats.totals.sends))

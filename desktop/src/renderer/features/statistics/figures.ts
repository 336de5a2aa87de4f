import { type LoginMethod, type Network, networkFacts, type Stats, transactionStatuses } from '@openauth/client'
import type { ChartInterval, ChartPoint, ChartSeries } from '@openauth/ui/chart'
import type { Translate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { statusWords } from '../transactions/filters.ts'

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
  isPercent?: boolean
}

type Interval = Stats['days'][number] | Stats['hours'][number]
type Counts = Readonly<Record<string, number>>

/** How many series have a colour of their own. */
const MOST_SERIES = 6
const OTHER = 'other'

/** All counts together. */
export const totalOf = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0)

/** Days are those of UTC: midnight here of the same date, so that charts in local time write the right one. */
export const localDay = (at: number): number => at + new Date(at).getTimezoneOffset() * 60_000

/** Hours of a single day, else days. */
const figuresOf = ({ days, hours }: Stats, series: ChartSeries[], values: (interval: Interval) => Counts): Figures =>
  days.length === 1
    ? { series, interval: 'hour', points: hours.map((hour) => ({ at: hour.at, values: values(hour) })) }
    : { series, interval: 'day', points: days.map((day) => ({ at: localDay(day.at), values: values(day) })) }

/** Registrations, and where it is counted (by day) active users; no series where there was neither. */
export const peopleOf = (stats: Stats, t: Translate): Figures => {
  if (stats.totals.registrations === 0 && stats.totals.activeUsers === 0) return figuresOf(stats, [], () => ({}))
  const active = stats.days.length === 1 ? [] : [{ id: 'active', title: t('statistics.activeUsers') }]
  return figuresOf(stats, [...active, { id: 'registrations', title: t('statistics.registrations') }], (interval) => ({
    registrations: interval.registrations,
    ...('activeUsers' in interval && { active: interval.activeUsers }),
  }))
}

/** The methods with a number, the most used first. */
const methodsIn = (counts: Partial<Record<LoginMethod, number>>): LoginMethod[] =>
  (Object.keys(counts) as LoginMethod[])
    .filter((method) => (counts[method] ?? 0) > 0)
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))

/** Logins or failed logins, a series for each method that was used; where they are too many, one for the least used. */
export const loginsOf = (stats: Stats, kind: 'logins' | 'failedLogins', t: Translate): Figures => {
  const used = methodsIn(stats.totals[kind])
  const hasOther = used.length > MOST_SERIES
  const shown = hasOther ? used.slice(0, MOST_SERIES - 1) : used
  const series = [
    ...shown.map((id) => ({ id: id as string, title: methodTitle(id, t) })),
    ...(hasOther ? [{ id: OTHER, title: t('statistics.otherMethods') }] : []),
  ]
  return figuresOf(stats, series, ({ [kind]: counts }) => {
    const own = Object.fromEntries(shown.map((method) => [method, counts[method] ?? 0]))
    return hasOther ? { ...own, [OTHER]: totalOf(counts) - totalOf(own) } : own
  })
}

type Sends = Stats['totals']['sends']

/** Sends, a series for each network that was used. */
export const sendsByNetwork = (stats: Stats): Figures => {
  const ofNetwork = (sends: Sends, network: Network) => totalOf(sends[network] ?? {})
  const networks = Object.keys(stats.totals.sends) as Network[]
  const used = networks.filter((network) => ofNetwork(stats.totals.sends, network) > 0)
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
export const sendsTotal = (stats: Stats): number => totalOf(byState(stats.totals.sends))

import type { LoginMethod, Stats } from '@openauth/client'
import type { ChartInterval, ChartPoint } from '@openauth/ui/chart'

/** The periods of the overview, and how many days of statistics each is; the last day is today so far. */
export const periods = { day: 1, week: 7, month: 30 } as const
export type Period = keyof typeof periods

/** The period of the address; a week where it has none or an unknown one. */
export const periodOf = (params: URLSearchParams): Period => {
  const text = params.get('period') ?? ''
  return Object.hasOwn(periods, text) ? (text as Period) : 'week'
}

/** Figures of an hour, a day or a whole period. */
export type Figures = Stats['hours'][number] | Stats['days'][number] | Stats['totals']

const sum = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0)

/** All counts by method or by state together. */
export const total = (counts: Partial<Record<string, number>>): number => sum(Object.values(counts))

/** Sends of all networks by state. */
export const sendsByState = ({ sends }: Pick<Figures, 'sends'>): Record<string, number> => {
  const states: Record<string, number> = {}
  for (const counts of Object.values(sends))
    for (const [state, count] of Object.entries(counts)) states[state] = (states[state] ?? 0) + count
  return states
}

/** How many series have a colour of their own. */
const MOST_SERIES = 6
export const OTHER = 'other'

/** The methods that have counts, those with the most first; where there are too many for the colours, the rest is one series. */
export const methodSeries = (
  counts: Partial<Record<LoginMethod, number>>,
): { shown: LoginMethod[]; hasOther: boolean } => {
  const used = (Object.keys(counts) as LoginMethod[])
    .filter((method) => counts[method])
    .toSorted((a, b) => counts[b]! - counts[a]!)
  const hasOther = used.length > MOST_SERIES
  return { shown: hasOther ? used.slice(0, MOST_SERIES - 1) : used, hasOther }
}

/** The counts of the shown methods, and of all others together. */
export const methodValues = (counts: Partial<Record<LoginMethod, number>>, shown: readonly LoginMethod[]) => {
  const own = Object.fromEntries(shown.map((method) => [method, counts[method] ?? 0]))
  return { ...own, [OTHER]: total(counts) - total(own) }
}

/** Days are those of UTC: midnight here of the same date, so that charts in local time write the right one. */
const localDay = (at: number): number => at + new Date(at).getTimezoneOffset() * 60_000

/** Points of a chart: hours of a single day, else days. */
export const pointsOf = (
  { days, hours }: Pick<Stats, 'days' | 'hours'>,
  values: (figures: Stats['hours'][number]) => Record<string, number>,
): { interval: ChartInterval; points: ChartPoint[] } =>
  days.length === 1
    ? { interval: 'hour', points: hours.map((hour) => ({ at: hour.at, values: values(hour) })) }
    : { interval: 'day', points: days.map((day) => ({ at: localDay(day.at), values: values(day) })) }

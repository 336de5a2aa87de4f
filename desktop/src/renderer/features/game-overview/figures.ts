import type { GameStats } from '@openauth/client'
import type { MessageId, Translate } from '../../i18n/i18n.ts'
import { type Figures, localDay } from '../statistics/figures.ts'

/** Days of each period; today counts. */
export const periods = { week: 7, month: 30, quarter: 90 } as const
export type Period = keyof typeof periods

/** The period of an address; a month where it names none. */
export const periodIn = (params: URLSearchParams): Period =>
  (Object.keys(periods) as Period[]).find((name) => name === params.get('period')) ?? 'month'

type Day = GameStats['today']
type Series = readonly (readonly [id: string, title: MessageId, value: (day: Day) => number | null])[]

/** A chart of some figures by day; no series where all of them are 0 or not known. */
const figuresOf = ({ days }: GameStats, series: Series, t: Translate): Figures => ({
  interval: 'day',
  series: days.some((day) => series.some(([, , value]) => (value(day) ?? 0) !== 0))
    ? series.map(([id, title]) => ({ id, title: t(title) }))
    : [],
  points: days.map((day) => ({
    at: localDay(day.at),
    values: Object.fromEntries(series.map(([id, , value]) => [id, value(day)])),
  })),
})

export const tapsOf = (stats: GameStats, t: Translate): Figures =>
  figuresOf(stats, [['taps', 'gameStats.taps', ({ taps }) => taps]], t)

export const playersOf = (stats: GameStats, t: Translate): Figures =>
  figuresOf(
    stats,
    [
      ['active', 'gameStats.activePlayers', ({ activePlayers }) => activePlayers],
      ['new', 'gameStats.newPlayers', ({ newPlayers }) => newPlayers],
    ],
    t,
  )

export const ringsOf = (stats: GameStats, t: Translate): Figures =>
  figuresOf(
    stats,
    [
      ['made', 'gameStats.made', ({ rings }) => rings.made],
      ['spent', 'gameStats.spent', ({ rings }) => rings.spent],
      ['claimed', 'gameStats.claimed', ({ rings }) => rings.claimed],
    ],
    t,
  )

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10)

/** The shares of each day's new players who came back, in percent; a gap where that is not known yet. */
export const retentionOf = (stats: GameStats, t: Translate): Figures => {
  const figures = figuresOf(
    stats,
    [
      ['day1', 'gameStats.day1', ({ retention }) => percent(retention.day1)],
      ['day7', 'gameStats.day7', ({ retention }) => percent(retention.day7)],
      ['day30', 'gameStats.day30', ({ retention }) => percent(retention.day30)],
    ],
    t,
  )
  const isKnown = (id: string) => figures.points.some(({ values }) => values[id] !== null)
  return { ...figures, isPercent: true, series: figures.series.filter(({ id }) => isKnown(id)) }
}

/** One line, or one part of each bar. */
export interface ChartSeries {
  id: string
  title: string
}

export interface ChartPoint {
  /** Beginning of the interval: milliseconds since 1970. */
  at: number
  /** By the id of the series; what is absent counts as 0, and null is not known yet: its line has a gap. */
  values: Readonly<Record<string, number | null>>
}

export type ChartInterval = 'hour' | 'day' | 'week' | 'month'

export interface ChartData {
  series: readonly ChartSeries[]
  /** In the order of time. */
  points: readonly ChartPoint[]
  interval: ChartInterval
  /** The values are per cent: 12.5 is written 12.5%. */
  isPercent?: boolean | undefined
}

export interface ChartProps extends ChartData {
  /** What it shows: "Logins by method". Read to screen readers. */
  label: string
  /** Pixels. Default: 220. */
  height?: number | undefined
}

const countsOf = ({ series, points }: ChartData): number[][] =>
  points.map(({ values }) => series.map(({ id }) => values[id] ?? 0))

/** The greatest count of a series. */
export const greatestOf = (data: ChartData): number => Math.max(0, ...countsOf(data).flat())

/** The greatest sum of an interval's counts. */
export const greatestSum = (data: ChartData): number =>
  Math.max(0, ...countsOf(data).map((counts) => counts.reduce((sum, count) => sum + count, 0)))

const COLOURS = 6

/** The colour of the series in this place, the first being 0. */
export const seriesColour = (place: number): string => `var(--ui-chart-${(place % COLOURS) + 1})`

const DASHES = [undefined, '6 5', '2 4', '10 4 2 4', '12 6', '1 6']

/** The dashes of the series in this place: of lines that coincide, each later one lets the ones below it be seen. */
export const seriesDash = (place: number): string | undefined => DASHES[place % DASHES.length]

const MOST_TICKS = 4

/** The ticks of an axis of counts: from 0, evenly apart, whole, and the last one at or just above the greatest count. */
export const wholeTicks = (greatest: number): number[] => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(greatest / MOST_TICKS)))
  const steps = [1, 2, 5, 10].map((step) => step * scale)
  const step = steps.find((each) => each * MOST_TICKS >= greatest) ?? 1
  return Array.from({ length: Math.max(1, Math.ceil(greatest / step)) + 1 }, (_, place) => place * step)
}

const formats: Record<ChartInterval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}

/** The short name of an interval under the axis; the longer one has the day to an hour. */
export const intervalName = (interval: ChartInterval, locale: string | undefined, isLong = false) => {
  const day = isLong && interval === 'hour' ? formats.day : {}
  const { format } = new Intl.DateTimeFormat(locale, { ...formats[interval], ...day })
  return (at: number): string => format(at)
}

/** Numbers on the axis, short: "12K". */
export const axisNumber = (locale: string | undefined, isPercent = false) => {
  if (isPercent) return valueText(locale, true)
  const { format } = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value: number): string => format(value)
}

/** A value in full; a dash where it is not known. */
export const valueText = (locale: string | undefined, isPercent = false) => {
  const { format } = new Intl.NumberFormat(locale, isPercent ? { style: 'percent', maximumFractionDigits: 1 } : {})
  return (value: number | null): string => (value === null ? '–' : format(isPercent ? value / 100 : value))
}

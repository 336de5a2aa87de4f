/** One line, or one part of each bar. */
export interface ChartSeries {
  id: string
  title: string
}

export interface ChartPoint {
  /** Beginning of the interval: milliseconds since 1970. */
  at: number
  /** By the id of the series; what is absent counts as 0. */
  values: Readonly<Record<string, number>>
}

export type ChartInterval = 'hour' | 'day' | 'week' | 'month'

export interface ChartData {
  series: readonly ChartSeries[]
  /** In the order of time. */
  points: readonly ChartPoint[]
  interval: ChartInterval
}

const COLOURS = 6

/** The colour of the series in this place, the first being 0. */
export const seriesColour = (place: number): string => `var(--ui-chart-${(place % COLOURS) + 1})`

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
export const axisNumber = (locale: string | undefined) => {
  const { format } = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value: number): string => format(value)
}

export const wholeNumber = (locale: string | undefined) => {
  const { format } = new Intl.NumberFormat(locale)
  return (value: number): string => format(value)
}

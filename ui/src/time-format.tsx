const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From this many milliseconds on a unit is used; the largest first. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
]

/** Making one takes longer than all else in a table's row. */
const formats = new Map<string | undefined, Intl.RelativeTimeFormat>()

const relativeFormat = (locale: string | undefined): Intl.RelativeTimeFormat => {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  formats.set(locale, format)
  return format
}

/**
 * "3 minutes ago", "in 2 hours", "now" below a minute.
 * @param at Milliseconds since 1970.
 * @param now Milliseconds since 1970.
 * @param locale A BCP 47 tag; undefined is the browser's.
 */
export const relativeTime = (at: number, now: number, locale?: string): string => {
  const format = relativeFormat(locale)
  const difference = at - now
  const found = units.find(([, length]) => Math.abs(difference) >= length)
  return found ? format.format(Math.trunc(difference / found[1]), found[0]) : format.format(0, 'second')
}

/** Day and time to the second, with the zone: "4 Mar 2026, 14:05:09 CET". */
export const exactTime = (at: number, locale?: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)

/** Milliseconds until the relative text may change: a minute while it counts minutes, then an hour. */
export const untilNextChange = (at: number, now: number): number => (Math.abs(at - now) < HOUR ? MINUTE : HOUR)

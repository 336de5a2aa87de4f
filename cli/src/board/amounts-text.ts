import { timeText } from '../times.ts'

const grouped = new Intl.NumberFormat('en-US')

/** A count with its thousands apart: `12,345`. */
export const countText = (count: number): string => grouped.format(count)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time of some milliseconds by its two largest units: `3 d 4 h`. */
export const spanText = (milliseconds: number): string => {
  const whole = (unit: number) => Math.floor(milliseconds / unit)
  if (milliseconds >= DAY) return `${whole(DAY)} d ${whole(HOUR) % 24} h`
  if (milliseconds >= HOUR) return `${whole(HOUR)} h ${whole(MINUTE) % 60} min`
  return milliseconds >= MINUTE ? `${whole(MINUTE)} min` : `${Math.max(0, whole(SECOND))} s`
}

/** How long ago a time was, by its largest unit: `5 min ago`. */
export const agoText = (at: number, now: number): string => {
  const past = now - at
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`
  return past < 2 * DAY ? `${Math.floor(past / HOUR)} h ago` : `${Math.floor(past / DAY)} d ago`
}

/** The day of a time: `2026-11-24`. */
export const dayText = (at: number, isUtc: boolean): string => timeText(at, isUtc).slice(0, 10)

/** The time of day: `15:09:33`. */
export const clockText = (at: number, isUtc: boolean): string => timeText(at, isUtc).slice(11, 19)

/** The time of day of today's, otherwise day and minute: `11-24 15:09`. */
export const shortTime = (at: number, now: number, isUtc: boolean): string =>
  dayText(at, isUtc) === dayText(now, isUtc) ? clockText(at, isUtc) : timeText(at, isUtc).slice(5, 16)

/** Milliseconds that something took: `0.4 ms`, `1.2 s`. */
export const latencyText = (milliseconds: number): string => {
  if (milliseconds >= SECOND) return `${(milliseconds / SECOND).toFixed(1)} s`
  if (milliseconds < 0.1) return '<0.1 ms'
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`
}

/** Requests a second, with one digit after the point below ten: `0.4`. */
export const rateText = (perSecond: number): string =>
  perSecond < 10 ? perSecond.toFixed(1) : countText(Math.round(perSecond))

const steps = '▁▂▃▄▅▆▇█'

/** Numbers as a row of blocks, the newest at the right; the highest is a whole block, but one of less than 1. */
export const sparkline = (numbers: readonly number[], width: number): string => {
  const shown = width > 0 ? numbers.slice(-width) : []
  const highest = Math.max(...shown, 1)
  const block = (number: number) =>
    steps[Math.min(steps.length - 1, Math.round((number / highest) * (steps.length - 1)))]
  return shown.map(block).join('')
}

/** A bar of a share of a width in columns; what is more than nothing has at least one. */
export const bar = (count: number, highest: number, width: number): string =>
  count <= 0 || highest <= 0 || width <= 0 ? '' : '█'.repeat(Math.max(1, Math.round((count / highest) * width)))

/** Milliseconds. */
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const units = [
  ['second', SECOND, MINUTE],
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, Infinity],
] as const

/** A time to wait in one unit, rounded up: `14s`, `15 min`, `2 hr`, as the language writes it. Milliseconds. */
export const durationText = (milliseconds: number, locale: string): string => {
  const [unit, size] = units.find(([, own, end]) => Math.ceil(milliseconds / own) * own < end)!
  const unitDisplay = unit === 'second' ? 'narrow' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(Math.ceil(milliseconds / size))
}

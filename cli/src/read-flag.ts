import { wrongUse } from './failure.ts'
import type { Flag } from './flag.ts'
import { didYouMean } from './similar.ts'

const readJson = (shown: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUse(`${shown} must be JSON`)
  }
}

/** A date, a time to the minute or closer, and its zone: ISO 8601. */
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/

/** Whether a day is in the calendar: Date takes 30 February as 2 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day)

/** Milliseconds since the epoch. A time without its zone is refused: it would mean another moment on another machine. */
const readInstant = (shown: string, given: string): number => {
  if (/^\d{1,15}$/.test(given)) return Number(given)
  const at = isoTime.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(at) || !isDay(given.slice(0, 10)))
    throw wrongUse(`${shown} must be milliseconds since the epoch, or a time with its zone such as 2026-12-01T09:00Z`)
  return at
}

/** Parses one value for its field. Strict: a mistyped value is refused, under the name that it has in the shell: `--name` or `<name>`. */
export const readFlag = ({ kind, cleared, choices }: Flag, given: string | string[], shown: string): unknown => {
  if (Array.isArray(given)) return given
  if (given === 'null' && cleared === null) return null
  if (kind === 'boolean') {
    if (given !== 'true' && given !== 'false') throw wrongUse(`${shown} must be true or false`)
    return given === 'true'
  }
  if (kind === 'instant') return readInstant(shown, given)
  if (kind === 'integer' || kind === 'number') {
    const form = kind === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d+)?$/
    if (!form.test(given)) throw wrongUse(`${shown} must be ${kind === 'integer' ? 'a whole number' : 'a number'}`)
    return Number(given)
  }
  if (choices && !choices.includes(given))
    throw wrongUse(`${shown} must be one of ${choices.join(', ')}${didYouMean(given, choices)}`)
  return kind === 'json' ? readJson(shown, given) : given
}

import { randomInt } from 'node:crypto'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between an attempt and the next: the schedule of Standard Webhooks 1.0.0, about three days in all. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** The attempts at one delivery. */
export const MAX_ATTEMPTS = DELAYS.length + 1

/** The longest delay that an endpoint may ask for, in seconds. */
const MAX_RETRY_AFTER = 24 * HOUR

/**
 * Seconds until the next attempt after so many that failed; null: there is none. Up to a fifth longer by chance, so that what failed
 * together is not sent together; an endpoint's own Retry-After is a lower bound.
 */
export const nextDelay = (attempts: number, retryAfter: number | null): number | null => {
  const delay = DELAYS[attempts - 1]
  if (delay === undefined) return null
  const jittered = delay * (1 + randomInt(200) / 1000)
  return Math.max(jittered, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER))
}

/** What the engine does after a call that failed. */
export type Consequence =
  /** The same batch again: it may have counted. */
  | 'retry'
  /** The batch did not count and its number is of no use: read the profile, and number it again. */
  | 'renumber'
  /** The session has ended. The batch stays stored for the next one of this player. */
  | 'signedOut'
  /** The server will not take it. */
  | 'refused'

/** The fields of an ApiError. */
interface Failure {
  status?: number
  code?: string | undefined
  retryAfter?: number | undefined
}

const failureOf = (error: unknown): Failure => (typeof error === 'object' && error !== null ? error : {})

export const consequenceOf = (error: unknown): Consequence => {
  const { status = 0, code } = failureOf(error)
  if (status === 401) return 'signedOut'
  if (code === 'seq_too_far') return 'renumber'
  return status < 400 || status === 408 || status === 429 || status >= 500 ? 'retry' : 'refused'
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000

/** Milliseconds until the next attempt: doubling, spread so that not all players return at once, and not before the server asks. */
export const pauseAfter = (error: unknown, attempts: number, random: number): number => {
  const doubled = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, attempts - 1))
  return Math.max((failureOf(error).retryAfter ?? 0) * 1000, doubled * (0.5 + random / 2))
}

import type { Id } from './envelope.ts'

/**
 * The window in which messages are counted, and how long an id stays used: no adapter waits longer than ten seconds.
 * Milliseconds.
 */
const WINDOW = 1000
const MEMORY = 10_000
/** Messages of one window that are handled, and that are answered at all. */
const MAX_HANDLED = 20
const MAX_ANSWERED = 40

export type Verdict = 'take' | 'refuse' | 'ignore'

const keyOf = (id: Id): string => `${typeof id} ${id}`

/**
 * Limits the messages of one frame and tracks their ids. Messages above the first limit are refused with an answer,
 * those above the second ignored: answers to a flood would double it.
 */
export const createGuard = (now: () => number) => {
  let times: number[] = []
  const open = new Set<string>()
  const used = new Map<string, number>()

  const verdictOf = (): Verdict => {
    const moment = now()
    times = times.filter((time) => moment - time < WINDOW)
    if (times.length >= MAX_ANSWERED) return 'ignore'
    times.push(moment)
    return times.length > MAX_HANDLED ? 'refuse' : 'take'
  }

  /** Whether an id is new, neither open nor recently closed: one consent must not answer two requests. */
  const openId = (id: Id): boolean => {
    const moment = now()
    for (const [key, time] of used) if (moment - time >= MEMORY) used.delete(key)
    const key = keyOf(id)
    if (open.has(key) || used.has(key)) return false
    open.add(key)
    return true
  }

  const closeId = (id: Id): void => {
    if (open.delete(keyOf(id))) used.set(keyOf(id), now())
  }

  return { pace: verdictOf, openId, closeId }
}

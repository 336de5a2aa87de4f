import type { Id } from './envelope.ts'

/** Milliseconds over which messages are counted, and for which an id stays used: no adapter waits longer than ten seconds. */
const WINDOW = 1000
const MEMORY = 10_000
/** Messages of one window that are dealt with, and that are answered at all. */
const DEALT_WITH = 20
const ANSWERED = 40

export type Verdict = 'take' | 'refuse' | 'ignore'

const keyOf = (id: Id): string => `${typeof id} ${id}`

/**
 * Counts the messages of one frame and knows their ids. What comes too fast is refused in words, and a flood in silence:
 * to answer it would be to double it.
 */
export const createGuard = (now: () => number) => {
  let times: number[] = []
  const open = new Set<string>()
  const used = new Map<string, number>()

  const pace = (): Verdict => {
    const moment = now()
    times = times.filter((time) => moment - time < WINDOW)
    if (times.length >= ANSWERED) return 'ignore'
    times.push(moment)
    return times.length > DEALT_WITH ? 'refuse' : 'take'
  }

  /** Whether an id is new: neither open nor just closed. One consent must never answer two requests. */
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

  return { pace, openId, closeId }
}

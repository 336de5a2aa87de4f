import { LimitExceededError } from '../../lib/attempt-counters.ts'
import { withKeyedMutex } from '../../lib/keyed-mutex.ts'

/** How many calls of a player may wait for their turn on this server. */
const MOST_WAITING = 20

/** How many calls of each kind and player wait or run. */
const waiting = new Map<string, number>()

/**
 * Runs calls of one player one after another: together they would take all connections, and other players would wait for this one.
 * Changes, lists and payments of limited tasks wait apart. Throws LimitExceededError where too many wait.
 */
export const inTurn = async <T>(
  kind: 'change' | 'list' | 'task',
  userId: string,
  work: () => Promise<T>,
): Promise<T> => {
  const name = `game ${kind} ${userId}`
  const before = waiting.get(name) ?? 0
  if (before >= MOST_WAITING) throw new LimitExceededError(1)
  waiting.set(name, before + 1)
  try {
    return await withKeyedMutex(name, work)
  } finally {
    const left = waiting.get(name)! - 1
    if (left > 0) waiting.set(name, left)
    else waiting.delete(name)
  }
}

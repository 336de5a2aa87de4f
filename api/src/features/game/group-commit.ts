import { LimitExceededError } from '../../lib/attempt-counters.ts'

export interface GroupCommitOptions<T, R> {
  /** Whose item it is: a commit has at most one item of each. */
  keyOf: (item: T) => string
  /** How many items a commit has at most. */
  largest: number
  /** Commits one item, beside the other commits, where a commit has left it out. */
  alone: (item: T) => Promise<R>
  /** How many items of one key may wait. More are refused: nobody needs them, and each costs a place in a commit. */
  waitingPerKey?: number
}

interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

export interface GroupCommit<T, R> {
  /**
   * Adds an item to the next commit and resolves with its result once that is stored. Items of one key are committed in the order of
   * the calls. Throws LimitExceededError where too many of a key wait.
   */
  add: (item: T) => Promise<R>
}

/** Seconds after which a caller with too many waiting items may try again. */
const RETRY_AFTER = 1

/** Items that wait or are being committed, by key, of which only the oldest is committed at a time. */
const createQueues = <T, R>(mostPerKey: number) => {
  /** The items of each key, oldest first. */
  const queues = new Map<string, Waiting<T, R>[]>()
  /** The keys whose oldest item waits, in the order of arrival. */
  const ready = new Set<string>()
  return {
    hasReady: (): boolean => ready.size > 0,
    oldest: (key: string): T => queues.get(key)![0]!.item,
    /** Adds an item; false where too many of its key wait. */
    add: (key: string, waiting: Waiting<T, R>): boolean => {
      const queue = queues.get(key) ?? []
      if (queue.length >= mostPerKey) return false
      if (queue.push(waiting) === 1) {
        queues.set(key, queue)
        ready.add(key)
      }
      return true
    },
    /** Takes keys whose oldest items are to be committed now. */
    take: (most: number): string[] => {
      const keys = [...ready].slice(0, most)
      for (const key of keys) ready.delete(key)
      return keys
    },
    /** Settles and removes the oldest items of these keys. */
    finish: (keys: string[], settle: (waiting: Waiting<T, R>, key: string) => void): void => {
      for (const key of keys) {
        const queue = queues.get(key)!
        settle(queue.shift()!, key)
        if (queue.length > 0) ready.add(key)
        else queues.delete(key)
      }
    },
  }
}

/**
 * Collects items while a commit runs: without load each is committed at once, and under load the next commit serves all that came
 * meanwhile. Two commits at once would be smaller ones, and each costs the same. A commit may leave out items that would keep the others
 * waiting.
 */
export const createGroupCommit = <T, R>(
  commit: (items: T[]) => Promise<Map<string, R>>,
  { keyOf, largest, alone, waitingPerKey = 3 }: GroupCommitOptions<T, R>,
): GroupCommit<T, R> => {
  const queues = createQueues<T, R>(waitingPerKey)
  let isRunning = false
  let isScheduled = false

  const commitAlone = async (key: string): Promise<void> => {
    try {
      const result = await alone(queues.oldest(key))
      queues.finish([key], ({ resolve }) => resolve(result))
    } catch (error) {
      queues.finish([key], ({ reject }) => reject(error))
    }
    schedule()
  }

  const run = async (): Promise<void> => {
    const keys = queues.take(largest)
    isRunning = true
    try {
      const results = await commit(keys.map(queues.oldest))
      queues.finish(
        keys.filter((key) => results.has(key)),
        ({ resolve }, key) => resolve(results.get(key)!),
      )
      for (const key of keys) if (!results.has(key)) void commitAlone(key)
    } catch (error) {
      queues.finish(keys, ({ reject }) => reject(error))
    } finally {
      isRunning = false
      schedule()
    }
  }

  /** The calls of one turn of the event loop share a commit. */
  const schedule = (): void => {
    if (isScheduled || !queues.hasReady() || isRunning) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void run()
    })
  }

  const add = (item: T): Promise<R> =>
    new Promise((resolve, reject) => {
      if (queues.add(keyOf(item), { item, resolve, reject })) schedule()
      else reject(new LimitExceededError(RETRY_AFTER))
    })
  return { add }
}

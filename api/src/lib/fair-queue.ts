import { randomInt } from 'node:crypto'

/** Thrown when too much work is queued; `own` if the caller's own line is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
  readonly own: boolean
  constructor(own: boolean) {
    super(own ? 'Too much work of this caller is waiting' : 'Too much work is waiting')
    this.own = own
  }
}

interface Bounds {
  /** Maximum work running at a time. */
  concurrency: number
  /** Maximum waiting work of one caller. */
  perCaller: number
  /** Maximum waiting work in total. */
  total: number
  /**
   * How long a caller waits for the refusal of its own surplus at least, in milliseconds; at most twice as long. One who
   * tries again at once would keep the server busy with refusals, and many who try again together hold up others.
   */
  refusalDelay?: number
}

interface Waiting {
  start: () => void
  refuse: (reason: QueueFullError) => void
}

/** Runs `work` when the caller's turn comes. Throws QueueFullError. */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/** The work that waits, in a line for each caller. */
const createLines = () => {
  // A Map keeps insertion order: the first line is served next and then moved to the end.
  const lines = new Map<string, Waiting[]>()
  let waiting = 0
  return {
    waiting: (): number => waiting,
    lengthOf: (caller: string): number => lines.get(caller)?.length ?? 0,
    add: (caller: string, work: Waiting): void => {
      const line = lines.get(caller) ?? []
      line.push(work)
      lines.set(caller, line)
      waiting += 1
    },
    /** Takes the oldest work of the caller who was served least recently. */
    next: (): Waiting | undefined => {
      const [first] = lines
      if (!first) return undefined
      const [caller, line] = first
      lines.delete(caller)
      const served = line.shift()
      if (line.length > 0) lines.set(caller, line)
      waiting -= 1
      return served
    },
    /** Takes the newest work of the longest line, if that is longer than this. */
    newestBeyond: (length: number): Waiting | undefined => {
      const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
      if (longest.length <= length) return undefined
      waiting -= 1
      return longest.pop()
    },
  }
}

/**
 * A bounded queue with round-robin order over callers: the next work is that of the caller who was served least
 * recently. A caller with a thousand requests therefore delays another by one of them. When the total limit is reached,
 * the newest work of the longest line is refused.
 */
export const createFairQueue = ({ concurrency, perCaller, total, refusalDelay = 0 }: Bounds): FairQueue => {
  const lines = createLines()
  let running = 0

  /** Refuses the newest work of the longest line, or the newcomer's if its line would be the longest. */
  const makeRoom = (own: number): void => {
    const newest = lines.newestBeyond(own + 1)
    if (!newest) throw new QueueFullError(false)
    newest.refuse(new QueueFullError(true))
  }

  const queue = async (caller: string): Promise<void> => {
    const own = lines.lengthOf(caller)
    if (own >= perCaller) {
      if (refusalDelay > 0) await new Promise((resolve) => setTimeout(resolve, refusalDelay + randomInt(refusalDelay)))
      throw new QueueFullError(true)
    }
    if (lines.waiting() >= total) makeRoom(own)
    return new Promise<void>((start, refuse) => lines.add(caller, { start, refuse }))
  }

  return async (caller, work) => {
    if (running < concurrency) running += 1
    else await queue(caller)
    try {
      return await work()
    } finally {
      // The slot passes directly to the next in turn, so that `running` never exceeds the bound.
      const served = lines.next()
      if (served) served.start()
      else running -= 1
    }
  }
}

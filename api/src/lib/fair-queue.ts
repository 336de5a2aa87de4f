/** Raised when work is refused because too much of it waits; `own` where the caller's own line is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
  readonly own: boolean
  constructor(own: boolean) {
    super(own ? 'Too much work of this caller is waiting' : 'Too much work is waiting')
    this.own = own
  }
}

interface Bounds {
  /** How much runs at a time. */
  concurrency: number
  /** How much of one caller may wait. */
  perCaller: number
  /** How much may wait in all. */
  total: number
}

interface Waiting {
  start: () => void
  refuse: (reason: QueueFullError) => void
}

/** Runs `work` when the caller's turn comes. Throws QueueFullError. */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Bounded work, served in turn: each caller has a line of its own, and the next piece of work is that of the caller who
 * waits longest since it was last served. A caller with a thousand requests therefore delays another by one of them, not
 * by a thousand. When too much waits in all, the longest line gives up its newest.
 */
export const createFairQueue = ({ concurrency, perCaller, total }: Bounds): FairQueue => {
  // A Map keeps the order of insertion: the first line is the next to be served, and goes to the end afterwards.
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const next = (): Waiting | undefined => {
    const [first] = lines
    if (!first) return undefined
    const [caller, line] = first
    lines.delete(caller)
    const served = line.shift()
    if (line.length > 0) lines.set(caller, line)
    waiting -= 1
    return served
  }

  /** Refuses the newest of the longest line, or the newcomer where its own would be the longest. */
  const makeRoom = (own: number): void => {
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), [])
    if (longest.length <= own + 1) throw new QueueFullError(false)
    longest.pop()!.refuse(new QueueFullError(true))
    waiting -= 1
  }

  const queue = (caller: string): Promise<void> => {
    const own = lines.get(caller)?.length ?? 0
    if (own >= perCaller) throw new QueueFullError(true)
    if (waiting >= total) makeRoom(own)
    return new Promise((start, refuse) => {
      const line = lines.get(caller) ?? []
      line.push({ start, refuse })
      lines.set(caller, line)
      waiting += 1
    })
  }

  return async (caller, work) => {
    if (running < concurrency) running += 1
    else await queue(caller)
    try {
      return await work()
    } finally {
      // The place goes to the next in turn, if any, so that `running` never exceeds the bound.
      const served = next()
      if (served) served.start()
      else running -= 1
    }
  }
}

/** Taps of one kind: each pays and costs the same. */
export interface Run {
  count: number
  /** Rings that a tap pays. */
  pay: number
  /** Energy that a tap uses; 0 during turbo. */
  cost: number
  /** Whole milliseconds before each tap; not stored. Absent where those of some taps are not known. */
  gaps?: number[]
}

/** Taps with a number. They keep it, and their count, until the server has answered. */
export interface Batch extends Run {
  seq: number
  /** How often it was sent. An answer to the first attempt tells for certain whether it counted. */
  attempts: number
}

/** The taps that the server has not answered yet. */
export interface Queue {
  sent: Batch | null
  waiting: Run[]
}

export const emptyQueue: Queue = { sent: null, waiting: [] }

/** How many unanswered taps are stored. Energy bounds them as well. */
export const MOST_STORED = 5000
const MOST_RUNS = 50

const isSameKind = (one: Run, other: Run): boolean => one.pay === other.pay && one.cost === other.cost

const gapsOf = (gaps: number[] | undefined) => (gaps ? { gaps } : {})

/** One run of two of a kind. */
const join = ({ gaps, ...first }: Run, second: Run): Run => ({
  ...first,
  count: first.count + second.count,
  ...gapsOf(gaps && second.gaps && [...gaps, ...second.gaps]),
})

/** Two runs in their order, as one where they are of one kind. */
const merge = (first: Run, second: Run): Run[] => (isSameKind(first, second) ? [join(first, second)] : [first, second])

export const addTaps = (queue: Queue, run: Run): Queue => {
  const last = queue.waiting.at(-1)
  return { ...queue, waiting: last ? [...queue.waiting.slice(0, -1), ...merge(last, run)] : [run] }
}

/** Numbers the first waiting taps, at most `most` of one kind. Unchanged where a batch is sent or nothing waits. */
export const cutBatch = (queue: Queue, seq: number, most: number): Queue => {
  const [first, ...rest] = queue.waiting
  if (queue.sent || !first || most < 1) return queue
  const count = Math.min(first.count, most)
  const left = first.count - count
  return {
    sent: { ...first, count, seq, attempts: 0, ...gapsOf(first.gaps?.slice(0, count)) },
    waiting: left > 0 ? [{ ...first, count: left, ...gapsOf(first.gaps?.slice(count)) }, ...rest] : rest,
  }
}

/** Takes the number from a batch that certainly did not count: it waits again, before the others. */
export const takeBack = ({ sent, waiting }: Queue): Queue => {
  if (!sent) return { sent, waiting }
  const run = { count: sent.count, pay: sent.pay, cost: sent.cost, ...gapsOf(sent.gaps) }
  const [first, ...rest] = waiting
  return { sent: null, waiting: first ? [...merge(run, first), ...rest] : [run] }
}

/** What the unanswered taps pay and cost. A batch is left out where `seq` says that the server has had it. */
export const totalOf = ({ sent, waiting }: Queue, seq: number): { pay: number; cost: number; count: number } => {
  const runs = sent && sent.seq > seq ? [sent, ...waiting] : waiting
  return {
    count: runs.reduce((sum, { count }) => sum + count, 0),
    pay: runs.reduce((sum, { count, pay }) => sum + count * pay, 0),
    cost: runs.reduce((sum, { count, cost }) => sum + count * cost, 0),
  }
}

/** How many taps the server has been sent, or is being sent, and has not had by its last number. */
export const underWay = ({ sent }: Queue, seq: number): number => (sent && sent.seq > seq ? sent.count : 0)

export const isEmpty = ({ sent, waiting }: Queue): boolean => sent === null && waiting.length === 0

const isCount = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least

const isRun = (value: unknown): value is Run => {
  const { count, pay, cost } = (value ?? {}) as Partial<Run>
  return isCount(count, 1) && count <= MOST_STORED && isCount(pay, 0) && isCount(cost, 0)
}

const isBatch = (value: unknown): value is Batch => isRun(value) && isCount((value as Partial<Batch>).seq, 1)

/** At most MOST_STORED taps, the oldest first. */
const bounded = (runs: Run[]): Run[] => {
  let left = MOST_STORED
  return runs.slice(0, MOST_RUNS).flatMap((run) => {
    const count = Math.min(run.count, left)
    left -= count
    return count > 0 ? [{ count, pay: run.pay, cost: run.cost }] : []
  })
}

export const queueToText = ({ sent, waiting }: Queue): string =>
  JSON.stringify({ sent: sent && { ...sent, gaps: undefined }, waiting: bounded(waiting) })

/** Values of another version or program are ignored. A stored batch may have been sent. */
export const queueFromText = (text: string | null): Queue => {
  try {
    const { sent, waiting } = JSON.parse(text ?? '{}') as Partial<Record<keyof Queue, unknown>>
    return {
      sent: isBatch(sent) ? { count: sent.count, pay: sent.pay, cost: sent.cost, seq: sent.seq, attempts: 1 } : null,
      waiting: bounded(Array.isArray(waiting) ? waiting.filter(isRun) : []),
    }
  } catch {
    return emptyQueue
  }
}

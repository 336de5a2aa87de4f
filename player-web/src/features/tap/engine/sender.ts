import { type AcceptedTaps, MAX_TAPS } from '@openauth/client'
import type { Allowance } from './allowance.ts'
import { consequenceOf, pauseAfter } from './failure.ts'
import { type Batch, cutBatch, type Queue, takeBack } from './queue.ts'

/** From the first tap after a rest to its call. Milliseconds. */
export const SOON = 300
/** Between two calls while a player taps. Milliseconds. */
export const INTERVAL = 1000

/** How often a batch that did not count is numbered anew, before it is given up: another device numbers batches too. */
const MOST_CONFLICTS = 3

/** Whether calls are answered. Only while `working` and `waiting`, for the next attempt, calls are made. */
export type SenderStatus = 'working' | 'waiting' | 'signedOut' | 'refused' | 'stopped'

export interface SenderDeps {
  time: () => number
  random: () => number
  /** Calls a function later, and returns what cancels that. */
  schedule: (run: () => void, milliseconds: number) => () => void
  send: (batch: { count: number; seq: number; gaps?: number[] }) => Promise<AcceptedTaps>
  /** Reads the player's state anew, after which `seq` is right. */
  resync: () => Promise<void>
  /** The number of the last batch that the server has had. */
  seq: () => number
  allowance: Allowance
  queue: () => Queue
  /** Replaces the queue, and stores it. */
  setQueue: (queue: Queue) => void
  onAnswer: (answer: AcceptedTaps, queue: Queue) => void
  onStatus: (status: SenderStatus) => void
}

/** The taps of a batch that another device's batch has overtaken go back; of others nothing is left. */
const afterAnswer = (queue: Queue, batch: Batch, answer: AcceptedTaps, conflicts: number): Queue => {
  const isOvertaken = answer.seq > batch.seq || answer.energy >= batch.cost
  // After a first attempt without an answer that one may have counted: never twice.
  const isCertain = batch.attempts === 1 && answer.accepted === 0
  return isCertain && isOvertaken && conflicts < MOST_CONFLICTS ? takeBack(queue) : { ...queue, sent: null }
}

const messageOf = ({ count, seq, gaps }: Batch) => ({ count, seq, ...(gaps ? { gaps } : {}) })

/** Does to the queue what a failed call asks for, and says with which status to go on. */
const afterFailure = async (
  { queue, setQueue, resync }: Pick<SenderDeps, 'queue' | 'setQueue' | 'resync'>,
  error: unknown,
): Promise<SenderStatus> => {
  const consequence = consequenceOf(error)
  if (consequence === 'signedOut') return 'signedOut'
  if (consequence === 'refused') {
    setQueue({ ...queue(), sent: null })
    return 'refused'
  }
  if (consequence === 'renumber') {
    setQueue(takeBack(queue()))
    await resync().catch(() => {})
  }
  return 'waiting'
}

/** A timer that goes off once, at the earliest of the times it was set to. */
const createAlarm = ({ time, schedule }: Pick<SenderDeps, 'time' | 'schedule'>, ring: () => void) => {
  let cancelTimer: (() => void) | undefined
  let dueAt = Infinity
  const off = () => {
    cancelTimer?.()
    cancelTimer = undefined
  }
  const now = () => {
    off()
    dueAt = Infinity
    ring()
  }
  return {
    at: (at: number) => {
      if (at >= dueAt) return
      cancelTimer?.()
      dueAt = at
      cancelTimer = schedule(now, Math.max(0, at - time()))
    },
    now,
    off,
  }
}

/** Whether calls are made. After a status in which none are, there is no other. */
const createStatus = (onStatus: (status: SenderStatus) => void) => {
  let status: SenderStatus = 'working'
  const isFinal = () => status !== 'working' && status !== 'waiting'
  return {
    get: () => status,
    isFinal,
    set: (next: SenderStatus): void => {
      if (next === status || isFinal()) return
      status = next
      onStatus(next)
    },
  }
}

/** Sends the queue's taps, one batch after the other, each again until it is answered. */
export const createSender = (deps: SenderDeps) => {
  const { time, queue, setQueue } = deps
  const status = createStatus(deps.onStatus)
  let isCalling = false
  let conflicts = 0
  let lastSentAt = -INTERVAL
  let retryAt = 0
  const alarm = createAlarm(deps, () => pump())
  const soon = () => Math.max(time() + SOON, lastSentAt + INTERVAL)

  /** Sends the next batch, or the last one again. */
  const pump = () => {
    if (isCalling || status.isFinal()) return
    if (!queue().sent) setQueue(cutBatch(queue(), deps.seq() + 1, Math.min(MAX_TAPS, deps.allowance.left())))
    const batch = queue().sent
    if (batch) void call({ ...batch, attempts: batch.attempts + 1 })
    // The allowance is used up: some of the taps can go in a second.
    else if (queue().waiting.length > 0) alarm.at(time() + INTERVAL)
  }

  const call = async (batch: Batch) => {
    isCalling = true
    lastSentAt = time()
    if (batch.attempts === 1) deps.allowance.use(batch.count)
    setQueue({ ...queue(), sent: batch })
    try {
      succeed(batch, await deps.send(messageOf(batch)))
    } catch (error) {
      await fail(batch, error)
    } finally {
      isCalling = false
      next()
    }
  }

  const succeed = (batch: Batch, answer: AcceptedTaps) => {
    const rest = afterAnswer(queue(), batch, answer, conflicts)
    conflicts = rest.waiting === queue().waiting ? 0 : conflicts + 1
    deps.onAnswer(answer, rest)
    status.set('working')
  }

  const fail = async (batch: Batch, error: unknown) => {
    const next = await afterFailure(deps, error)
    if (next === 'waiting') retryAt = time() + pauseAfter(error, batch.attempts, deps.random())
    status.set(next)
  }

  /** Arms the timer for what is left. */
  const next = () => {
    if (status.isFinal()) return
    if (status.get() === 'waiting') alarm.at(retryAt)
    else if (queue().waiting.length > 0 || queue().sent) alarm.at(soon())
  }

  return {
    status: status.get,
    /** Says that taps wait. `by`: when they are to be sent at the latest. */
    notice: (by = Infinity) => {
      if (isCalling || status.isFinal() || status.get() === 'waiting') return
      alarm.at(Math.max(time(), Math.min(by, soon())))
    },
    /** Sends what waits at once; with a batch under way, that one is left to end. */
    flush: alarm.now,
    stop: () => {
      alarm.off()
      status.set('stopped')
    },
  }
}

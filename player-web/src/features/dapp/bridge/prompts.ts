import { createStore, type Readable } from '../../../host/store.ts'
import { type Effects, refusalOf } from './effects.ts'

/** A question to the user. */
export type Question =
  | { kind: 'connect' }
  | { kind: 'message'; text: string }
  /** `load` starts to read the effects; it is called when the question is shown. */
  | { kind: 'transaction'; effects: Readable<Effects>; load: () => unknown }

export interface Prompt {
  id: number
  question: Question
  /** When the dapp asked. */
  askedAt: number
}

export type Decision = 'approved' | 'rejected' | 'muted' | 'crowded' | 'gone'

/**
 * How long a prompt and its content must have been visible before it can be approved, so that a tap meant for the dapp
 * does not approve it. Milliseconds.
 */
export const ARMING = 500
/** The most prompts of one frame that may wait. */
const MAX_WAITING = 5
/** After this many rejections within this time (milliseconds) the dapp is muted until the user unmutes it. */
const MUTE_AFTER = { rejections: 3, within: 30_000 }

interface Waiting extends Prompt {
  shownAt: number | undefined
  settle: (decision: Decision) => void
}

/**
 * When the content of a prompt was complete; undefined while it loads, and for a transaction that the server refuses.
 */
const completeAt = ({ question }: Prompt): number | undefined => {
  if (question.kind !== 'transaction') return Number.NEGATIVE_INFINITY
  const effects = question.effects.get()
  return effects.kind === 'known' && refusalOf(effects) === undefined ? effects.at : undefined
}

/** Milliseconds until an entry can be approved; undefined where it cannot be approved in its state. */
const armedIn = (entry: Waiting | undefined, now: number): number | undefined => {
  const complete = entry && completeAt(entry)
  if (entry?.shownAt === undefined || complete === undefined) return undefined
  return Math.max(0, Math.max(entry.shownAt, complete) + ARMING - now)
}

/** The prompts that wait, of which the first is shown. */
const createQueue = () => {
  const current = createStore<Prompt | undefined>(undefined)
  let waiting: Waiting[] = []

  const turn = (): void => {
    const next = waiting[0]
    if (current.get() === next) return
    current.set(next)
    if (next?.question.kind === 'transaction') next.question.load()
  }
  return {
    current: current as Readable<Prompt | undefined>,
    size: () => waiting.length,
    /** The prompt's entry while it is the one shown. */
    entryOf: (prompt: Prompt): Waiting | undefined => (waiting[0] === prompt ? waiting[0] : undefined),
    add: (entry: Waiting): void => {
      waiting.push(entry)
      turn()
    },
    settle: (entry: Waiting, decision: Decision): void => {
      waiting = waiting.filter((other) => other !== entry)
      entry.settle(decision)
      turn()
    },
    settleAll: (decision: Decision): void => {
      const all = waiting
      waiting = []
      for (const entry of all) entry.settle(decision)
      turn()
    },
  }
}

/** Whether the dapp is muted, and the rejections that lead to it. */
const createMuting = (now: () => number) => {
  const isMuted = createStore(false)
  let rejections: number[] = []
  const forget = (): void => {
    rejections = []
  }
  return {
    isMuted: isMuted as Readable<boolean>,
    forget,
    /** Takes in a rejection, and returns whether it mutes the dapp. */
    rejected: (): boolean => {
      rejections = [...rejections.filter((time) => now() - time < MUTE_AFTER.within), now()]
      if (rejections.length < MUTE_AFTER.rejections) return false
      isMuted.set(true)
      return true
    },
    unmute: (): void => {
      forget()
      isMuted.set(false)
    },
  }
}

/** The questions of one frame, one at a time, and the user's decisions. Times are those of `now`, in milliseconds. */
export const createPrompts = (now: () => number) => {
  const queue = createQueue()
  const { entryOf, settle, settleAll } = queue
  const muting = createMuting(now)
  let count = 0

  return {
    current: queue.current,
    isMuted: muting.isMuted,
    ask: (question: Question): Promise<Decision> => {
      if (muting.isMuted.get()) return Promise.resolve('muted')
      if (queue.size() >= MAX_WAITING) return Promise.resolve('crowded')
      return new Promise((settle) => {
        count += 1
        queue.add({ id: count, question, askedAt: now(), shownAt: undefined, settle })
      })
    },
    /** Called when the prompt becomes visible. */
    shown: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (entry) entry.shownAt ??= now()
    },
    /** Called when the prompt is hidden. */
    covered: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (entry) entry.shownAt = undefined
    },
    /** Milliseconds until a prompt can be approved; undefined where it cannot be approved in its state. */
    armedIn: (prompt: Prompt): number | undefined => armedIn(entryOf(prompt), now()),
    /** Approves; returns false before the prompt and all its effects were visible for long enough. */
    approve: (prompt: Prompt): boolean => {
      const entry = entryOf(prompt)
      if (!entry || armedIn(entry, now()) !== 0) return false
      muting.forget()
      settle(entry, 'approved')
      return true
    },
    reject: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (!entry) return
      settle(entry, 'rejected')
      if (muting.rejected()) settleAll('muted')
    },
    /** Handles requests again after too many rejections. */
    unmute: muting.unmute,
    /** Cancels all questions when the page that asked is gone. */
    cancelAll: (): void => settleAll('gone'),
  }
}
export type Prompts = ReturnType<typeof createPrompts>

import { createStore, type Readable } from '../../../host/store.ts'
import { type Effects, refusalOf } from './effects.ts'

/** What the user is asked. */
export type Question =
  | { kind: 'connect' }
  | { kind: 'message'; text: string }
  /** `load` begins to find out the effects; it is called when the question's turn comes. */
  | { kind: 'transaction'; effects: Readable<Effects>; load: () => unknown }

export interface Prompt {
  id: number
  question: Question
  /** When the dapp asked. */
  askedAt: number
}

export type Decision = 'approved' | 'rejected' | 'muted' | 'crowded' | 'gone'

/** Milliseconds that a prompt, and what it shows, must have been in view before it can be approved: a tap that was meant for the dapp must not. */
export const ARMING = 500
/** Prompts of one frame that may wait. */
const MOST = 5
/** So many rejections within so many milliseconds, and the dapp is not heard until the user wants it to be. */
const PATIENCE = { rejections: 3, within: 30_000 }

interface Waiting extends Prompt {
  shownAt: number | undefined
  settle: (decision: Decision) => void
}

/** When what a prompt shows was complete; undefined while it is not, or shows that there will be no signature. */
const completeAt = ({ question }: Prompt): number | undefined => {
  if (question.kind !== 'transaction') return Number.NEGATIVE_INFINITY
  const effects = question.effects.get()
  return effects.kind === 'known' && refusalOf(effects) === undefined ? effects.at : undefined
}

/** The questions of one frame, one at a time, and what the user says to them. Times are those of `now`, in milliseconds. */
export const createPrompts = (now: () => number) => {
  const current = createStore<Prompt | undefined>(undefined)
  const isMuted = createStore(false)
  let waiting: Waiting[] = []
  let rejections: number[] = []
  let count = 0

  const turn = (): void => {
    const next = waiting[0]
    if (current.get() === next) return
    current.set(next)
    if (next?.question.kind === 'transaction') next.question.load()
  }
  const entryOf = (prompt: Prompt): Waiting | undefined => (waiting[0] === prompt ? waiting[0] : undefined)
  const settle = (entry: Waiting, decision: Decision): void => {
    waiting = waiting.filter((other) => other !== entry)
    entry.settle(decision)
    turn()
  }
  const settleAll = (decision: Decision): void => {
    const all = waiting
    waiting = []
    for (const entry of all) entry.settle(decision)
    turn()
  }
  const noteRejection = (): void => {
    rejections = [...rejections.filter((time) => now() - time < PATIENCE.within), now()]
    if (rejections.length < PATIENCE.rejections) return
    isMuted.set(true)
    settleAll('muted')
  }
  /** Milliseconds until a prompt can be approved; undefined where it cannot be as it stands. */
  const armedIn = (prompt: Prompt): number | undefined => {
    const [shownAt, complete] = [entryOf(prompt)?.shownAt, completeAt(prompt)]
    if (shownAt === undefined || complete === undefined) return undefined
    return Math.max(0, Math.max(shownAt, complete) + ARMING - now())
  }

  return {
    current: current as Readable<Prompt | undefined>,
    isMuted: isMuted as Readable<boolean>,
    ask: (question: Question): Promise<Decision> => {
      if (isMuted.get()) return Promise.resolve('muted')
      if (waiting.length >= MOST) return Promise.resolve('crowded')
      return new Promise((settle) => {
        count += 1
        waiting.push({ id: count, question, askedAt: now(), shownAt: undefined, settle })
        turn()
      })
    },
    /** The user sees it now. */
    shown: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (entry) entry.shownAt ??= now()
    },
    /** The user does not see it any more. */
    covered: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (entry) entry.shownAt = undefined
    },
    armedIn,
    /** Whether it counted: not before the prompt and all of its effects could be read. */
    approve: (prompt: Prompt): boolean => {
      const entry = entryOf(prompt)
      if (!entry || armedIn(prompt) !== 0) return false
      rejections = []
      settle(entry, 'approved')
      return true
    },
    reject: (prompt: Prompt): void => {
      const entry = entryOf(prompt)
      if (!entry) return
      settle(entry, 'rejected')
      noteRejection()
    },
    /** Hears the dapp again after too many rejections. */
    unmute: (): void => {
      rejections = []
      isMuted.set(false)
    },
    /** Whoever asked is gone. */
    cancelAll: (): void => settleAll('gone'),
  }
}
export type Prompts = ReturnType<typeof createPrompts>

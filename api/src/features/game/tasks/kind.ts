import type { TaskCheckOf, TaskKind, TaskReason } from '@openauth/client'
import type { Context } from '../../../handler.ts'
import type { Tx } from '../../../db.ts'
import type { PlayerIdentity, PresentAccount } from '../open-account.ts'
import type { UsedAccount } from './accounts.ts'
import type { StoredTask } from './stored-task.ts'
import type { GameNeeds } from '../needs.ts'

/** How much of a task's count a player has reached. */
export interface Count {
  progress: number
  target: number
}

/** What a check found. */
export type Verdict =
  | { isDone: true; account?: UsedAccount }
  | ({ isDone: false; reason: TaskReason; availableAt?: number | undefined } & Partial<Count>)

/** What a kind of task knows when it checks a player. */
export interface CheckContext<K extends TaskKind = TaskKind> {
  deps: GameNeeds
  player: PlayerIdentity
  account: PresentAccount
  task: StoredTask
  check: TaskCheckOf<K>
  /** Milliseconds since the epoch: when the player began the task. */
  startedAt: number
  /** Only what happened from then on counts: the day of a daily task. 0 for tasks that are done once. */
  since: number
  log: Context['log']
}

/** A check by a call of the player. */
export interface PlayerCheck<K extends TaskKind = TaskKind> extends CheckContext<K> {
  /** What the player entered. */
  code: string | undefined
  /** The address of the player, for limits of guesses. */
  ip: string
}

/** What a kind counts of a player since a time, which is the same for all its tasks, and how much of it a task asks for. */
export interface Counting<K extends TaskKind = TaskKind> {
  progressOf: (player: Pick<CheckContext, 'deps' | 'player' | 'account' | 'since'>) => Promise<number> | number
  targetOf: (check: TaskCheckOf<K>) => number
}

/** One kind of task. A new kind is an entry in `taskChecks` of the contract, its file here, and its words on the screens. */
export interface KindRules<K extends TaskKind = TaskKind> {
  /** The check asks somebody else: it is made once for concurrent calls, and at most once in some seconds. */
  asksOthers?: true
  /** Whether the player has done it. Runs outside transactions. */
  verify: (check: PlayerCheck<K>) => Promise<Verdict> | Verdict
  /** Progress for lists, without asking anybody else. */
  count?: Counting<K>
  /** What is used up by the payment, in its transaction; it runs again where the database repeats that. Throws to refuse. */
  consume?: (tx: Tx, check: PlayerCheck<K>) => Promise<void>
}

/** A kind that is done when a count is reached. */
export const countedKind = <K extends TaskKind>(count: Counting<K>): KindRules<K> => ({
  count,
  verify: async (check) => {
    const [progress, target] = [await count.progressOf(check), count.targetOf(check.check)]
    return progress >= target ? { isDone: true } : { isDone: false, reason: 'not_enough', progress, target }
  },
})

/** Done or not, for a reason. */
export const verdictOf = (isDone: boolean, reason: TaskReason): Verdict => (isDone ? { isDone } : { isDone, reason })

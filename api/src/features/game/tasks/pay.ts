import { createHash } from 'node:crypto'
import type { GameTaskModel, Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import { withKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { emitEvent } from '../../webhooks/emit.ts'
import { inTurn } from '../in-turn.ts'
import { type RingAccountNeeds, type OpenAccount, type PlayerIdentity, withAccount } from '../open-account.ts'
import { hasBegun, hasEnded, type StoredTask, toTask } from './stored-task.ts'

/** In how many rows completions of a task without a limit are counted. */
const SLOTS = 16

/** The slot of a task's count that has the limit. It is made with the task. */
export const LIMITED_SLOT = 0

/** The task, locked against a change of it, not against other payments. Throws `task_not_found`. */
const lockTask = async (tx: Tx, appId: string, taskId: string): Promise<StoredTask> => {
  const [row] = await tx.$queryRaw<GameTaskModel[]>`
    SELECT * FROM "GameTask" WHERE id = ${taskId}::uuid AND "appId" = ${appId}::uuid AND "deletedAt" IS NULL FOR KEY SHARE`
  if (!row) throw new Problem('task_not_found')
  return toTask(row)
}

const slotOf = (userId: string): number => 1 + (createHash('sha256').update(userId).digest()[0]! % SLOTS)

/** Counts a completion; of a task with a limit by the one statement that keeps it. Throws `task_over`. */
const countCompletion = async (tx: Tx, { id, maxCompletions }: StoredTask, userId: string): Promise<void> => {
  if (maxCompletions === null) {
    await tx.$executeRaw`
      INSERT INTO "TaskCount" AS c ("taskId", slot, count) VALUES (${id}::uuid, ${slotOf(userId)}::int, 1)
      ON CONFLICT ("taskId", slot) DO UPDATE SET count = c.count + 1`
    return
  }
  // Other slots have what was counted before there was a limit; they no longer change.
  const counted = await tx.$executeRaw`
    UPDATE "TaskCount" SET count = count + 1
    WHERE "taskId" = ${id}::uuid AND slot = ${LIMITED_SLOT}::int AND ${maxCompletions}::bigint > count + (
      SELECT coalesce(sum(count), 0) FROM "TaskCount" WHERE "taskId" = ${id}::uuid AND slot <> ${LIMITED_SLOT}::int)`
  if (counted === 0) throw new Problem('task_over')
}

export interface Completion {
  taskId: string
  /** The period in which the player did it. */
  period: string
  startedAt: number
  /** Uses up what the payment takes, such as a code. */
  consume?: (tx: Tx) => Promise<void>
}

export interface Payment {
  /** What the completion paid, now or earlier. */
  reward: number
  /** Whether this call paid it. */
  isNew: boolean
  rings: number
  earnedRings: number
}

const requireOpen = (task: StoredTask, now: number): void => {
  if (!hasBegun(task, now)) throw new Problem('task_not_found')
  if (hasEnded(task, now)) throw new Problem('task_over')
}

const pay = async (open: OpenAccount, { taskId, period, startedAt, consume }: Completion) => {
  const { tx, account, now, post } = open
  const { userId, appId } = account
  // What the player was paid for does not change with the task; neither does it end.
  const reference = period === '' ? taskId : `${taskId}:${period}`
  const id = { userId, kind: 'task', reference } as const
  const before = await tx.ringReward.findUnique({ where: { userId_kind_reference: id } })
  if (before) return { reward: Number(before.amount), isNew: false }
  const task = await lockTask(tx, appId, taskId)
  requireOpen(task, now)
  await consume?.(tx)
  await countCompletion(tx, task, userId)
  const amount = task.reward
  await tx.ringReward.create({ data: { ...id, amount, grantedAt: now, ledgerSeq: account.ledgerSeq + 1 } })
  const done = { period, startedAt, completedAt: now, reward: amount }
  const key = { userId, taskId }
  await tx.taskProgress.upsert({ where: { userId_taskId: key }, create: { ...key, ...done }, update: done })
  post('task', Number(amount), reference)
  const data = { taskId, taskKey: task.key, period, reward: Number(amount) }
  await emitEvent(tx, { appId, userId, type: 'task.done', data })
  return { reward: Number(amount), isNew: true }
}

/**
 * Pays a completion once for user, task and period: the reward's key, the count and the posting are one transaction on the player's
 * locked account. The reward is that of the task at this moment. A crash before the commit has paid nothing, and the next call
 * checks again. Throws `task_not_found`, `task_over`, what `consume` throws, and what withAccount throws.
 */
export const payTask = (
  deps: RingAccountNeeds,
  player: PlayerIdentity,
  { isLimited, ...completion }: Completion & { isLimited: boolean },
): Promise<Payment> => {
  const payNow = () =>
    withAccount(deps, player, async (open) => {
      const paid = await pay(open, completion)
      return { ...paid, rings: open.account.rings, earnedRings: open.account.earned }
    })
  if (!isLimited) return payNow()
  // Those who complete it wait for its count, here: in the database each would hold a connection and its account meanwhile. One call of
  // each player waits there, so that nobody fills the line.
  return inTurn('task', player.userId, () => withKeyedMutex(`task ${completion.taskId}`, payNow))
}

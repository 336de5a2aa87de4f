import { createHash } from 'node:crypto'
import type { Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'

/** An account elsewhere by which a player completes a task: a provider and the provider's id of it. */
export interface UsedAccount {
  provider: string
  subject: string
}

interface Spending {
  taskId: string
  period: string
  account: UsedAccount
}

const digestOf = (taskId: string, { provider, subject }: UsedAccount) =>
  new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify([taskId, provider, subject]))
      .digest(),
  )

/** Whether an account is used up, by this player or another one. */
export const isSpent = async (tx: Tx, { taskId, period, account }: Spending): Promise<boolean> => {
  const id = { taskId, period, digest: digestOf(taskId, account) }
  return (await tx.taskAccount.findUnique({ where: { taskId_period_digest: id } })) !== null
}

/**
 * Uses an account up for a task, or a day of it: a player may unbind it, and bind it to another user of the app. Runs in the transaction that pays.
 * Throws `task_account_used`.
 */
export const spendAccount = async (tx: Tx, { taskId, period, account }: Spending): Promise<void> => {
  const digest = digestOf(taskId, account)
  const { count } = await tx.taskAccount.createMany({ data: [{ taskId, period, digest }], skipDuplicates: true })
  if (count === 0) throw new Problem('task_account_used')
}

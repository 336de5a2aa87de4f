import { Problem } from '../../../../errors.ts'
import { codeDigest } from '../codes.ts'
import type { KindRules } from '../kind.ts'

/**
 * A one-time code of the operator's; the payment uses it up. Every try of a player is counted before it is made: codes are random enough
 * that nobody who shares an address with others need be limited for them.
 */
export const code: KindRules<'code'> = {
  verify: async ({ deps: { attempts }, player: { userId }, code: typed }) => {
    if (!typed?.trim()) throw new Problem('task_code_wrong', { message: 'Enter the code of this task' })
    await attempts.consume(['taskCodeByUser', userId])
    return { isDone: true }
  },
  consume: async (tx, { player: { userId }, task, code: typed, account: { now } }) => {
    const { count } = await tx.taskCode.updateMany({
      where: { taskId: task.id, digest: codeDigest(typed ?? ''), usedAt: null },
      data: { usedAt: now, usedBy: userId },
    })
    if (count === 0) throw new Problem('task_code_wrong')
  },
}

import { Problem } from '../../../errors.ts'
import type { Handlers } from '../../../handler.ts'
import { findUser } from '../../users/find.ts'
import { payTask } from './pay.ts'
import { periodOf } from './stored-task.ts'
import { completed, findTask } from './verify-action.ts'
import type { GameNeeds } from '../needs.ts'

/** The partner's own word for a task of the kind `webhook`. Whether a player sees the task does not matter to it. */
export const appTaskHandlers = (deps: GameNeeds): Handlers<'appTasks'> => ({
  complete: async ({ id, taskId }, { identity: { appId } }) => {
    const { disabledAt } = await findUser(deps.db.prisma, appId, id)
    if (disabledAt) throw new Problem('user_disabled')
    const task = await findTask(deps, appId, taskId)
    if (task.check.kind !== 'webhook') throw new Problem('task_not_pushed')
    const now = deps.clock()
    const completion = {
      taskId: task.id,
      period: periodOf(task, now),
      startedAt: now,
      isLimited: task.maxCompletions !== null,
    }
    return completed(await payTask(deps, { userId: id, appId }, completion))
  },
})

import { Problem } from '../../../errors.ts'
import type { CheckContext } from './kind.ts'

type Checked = Pick<CheckContext, 'log' | 'task'>

/** A check that could not be made now. The reason names hosts only. */
export const checkFailed = ({ log, task }: Checked, reason: string, retryAfter = 5): Problem => {
  log.warn({ taskId: task.id, appId: task.appId, reason }, 'a task could not be checked')
  return new Problem('task_check_failed', { retryAfter })
}

/**
 * A check that will fail until the operator changes something. Players read what it is, so that they can report it: `told`, where the reason
 * names what is theirs only to guess, such as addresses.
 */
export const misconfigured = ({ log, task }: Checked, reason: string, told = reason): Problem => {
  log.warn({ taskId: task.id, appId: task.appId, reason }, 'a task has to be corrected')
  return new Problem('task_misconfigured', {
    message: `This task cannot be checked: ${told}. The operator of this app has to correct it`,
  })
}

import { Problem } from '../../../errors.ts'
import { withChainErrors } from '../../transfers/errors.ts'
import { checkFailed, misconfigured } from './failures.ts'
import type { CheckContext } from './kind.ts'

/** Outages of a node: the check can be made later. What else a chain refuses is about the task. */
const outages = new Set(['chain_timeout', 'chain_unavailable', 'chain_answer_unusable', 'server_busy'])

/** An answer of a chain for a task's check. Throws `task_check_failed`, `task_misconfigured`. */
export const chainAnswer = async <T>(check: Pick<CheckContext, 'log' | 'task'>, ask: () => Promise<T>): Promise<T> => {
  try {
    return await withChainErrors(ask())
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { message, retryAfter } = error
    throw outages.has(error.code) ? checkFailed(check, message, retryAfter) : misconfigured(check, message)
  }
}

import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Submission } from './adapter.ts'
import { sendContinues, withChainErrors } from './errors.ts'
import { markSubmitted } from './intent.ts'

/**
 * Gives a signed transaction of the ledger to a node, and records what it did. Throws unless the node has it; the monitor continues with the
 * row in any case.
 */
export const submit = async (
  { db }: Pick<Platform, 'db'>,
  id: string,
  broadcast: Promise<Submission>,
  cancel?: (why: string) => Promise<void> | undefined,
): Promise<void> => {
  const sent = await withChainErrors(broadcast)
  if (sent.outcome === 'sent') return markSubmitted(db, id)
  if (sent.outcome === 'unknown') throw sendContinues(new Problem('chain_unavailable', { message: sent.message }))
  // If the cancellation fails, the monitor repeats it.
  await cancel?.(sent.message)?.catch(() => undefined)
  throw new Problem(sent.code, { message: `The node refused it: ${sent.message}. ${sent.outlook}` })
}

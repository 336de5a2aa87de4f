import { bytesIn, fromBase64, textIn, toBase64 } from './bytes.ts'
import type { WalletCalls } from './calls.ts'
import { createEffects, untilRefused } from './effects.ts'
import type { Prompts } from './prompts.ts'
import { failed, failedBy, MAX_MESSAGE, MAX_TRANSACTION, type Payload, refusals } from './refusals.ts'

/** Signs a text after the user has read it. Bytes that are no text are refused, since the user cannot read them. */
export const signMessage = async (payload: unknown, calls: WalletCalls, prompts: Prompts): Promise<Payload> => {
  const bytes = bytesIn(payload, 'message', MAX_MESSAGE)
  const text = bytes && textIn(bytes)
  if (text === undefined) return failed(refusals.badMessage)
  const decision = await prompts.ask({ kind: 'message', text })
  return decision === 'approved' ? { signature: await calls.signMessage(text) } : failedBy(decision)
}

/**
 * Signs a transaction after the user has seen its effects. If the server would refuse, the dapp gets the failure at
 * once, and the user sees the reason.
 */
export const signTransaction = async (
  payload: unknown,
  calls: WalletCalls,
  prompts: Prompts,
  now: () => number,
): Promise<Payload> => {
  const bytes = bytesIn(payload, 'transaction', MAX_TRANSACTION)
  if (!bytes) return failed(refusals.badTransaction)
  const transaction = toBase64(bytes)
  const { effects, load } = createEffects(() => calls.preview(transaction), now)
  const decided = prompts.ask({ kind: 'transaction', effects, load })
  const outcome = await Promise.race([decided, untilRefused(effects).then(failed)])
  if (typeof outcome !== 'string') return outcome
  if (outcome !== 'approved') return failedBy(outcome)
  return { signedTransaction: fromBase64(await calls.signTransaction(transaction)) }
}

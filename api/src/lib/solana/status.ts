import * as z from 'zod'
import { contextSchema } from './accounts.ts'
import { errSchema, explain, type Failure } from './explain.ts'
import type { SolanaRpc } from './rpc.ts'

export type Status =
  /** Undecided: it may still be confirmed. */
  | { state: 'submitted' }
  | { state: 'confirmed'; slot: number; finalized: boolean }
  /** On chain, with its fee taken and nothing else done. */
  | { state: 'failed'; slot: number; reason: Failure }
  /** It is not on chain and never will be. */
  | { state: 'expired' }

const statusesSchema = z.object({
  context: contextSchema,
  value: z
    .array(
      z
        .object({
          slot: z.number().int().nonnegative(),
          err: errSchema,
          confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullable(),
        })
        .nullable(),
    )
    .length(1),
})
const epochSchema = z.object({
  absoluteSlot: z.number().int().nonnegative(),
  blockHeight: z.number().int().nonnegative(),
})

/**
 * The status of a transaction. It is expired only when a finalized block is beyond its last valid height and, after
 * that, a node that has this block does not find the signature, also in its history; behind a load balancer the two
 * responses may come from different nodes, one of which lags. A payment reported as expired can therefore be signed
 * again without paying twice. Throws SolanaRpcError. https://solana.com/docs/advanced/confirmation
 */
export const statusOf = async (rpc: SolanaRpc, signature: string, lastValidBlockHeight: number): Promise<Status> => {
  // Reads the height before the signature, because the transaction could be confirmed in between.
  const finalized = await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochSchema)
  const history = { searchTransactionHistory: true }
  const { context, value } = await rpc.call('getSignatureStatuses', [[signature], history], statusesSchema)
  const status = value[0]
  if (!status) {
    const isOver = finalized.blockHeight > lastValidBlockHeight && context.slot >= finalized.absoluteSlot
    return { state: isOver ? 'expired' : 'submitted' }
  }
  // A transaction that is only processed may be on a fork that is dropped.
  if (status.confirmationStatus === 'processed') return { state: 'submitted' }
  const { slot, err } = status
  if (err !== null) return { state: 'failed', slot, reason: explain(err) }
  return { state: 'confirmed', slot, finalized: status.confirmationStatus !== 'confirmed' }
}

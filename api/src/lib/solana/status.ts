import { z } from 'zod'
import { contextSchema } from './accounts.ts'
import { errSchema, explain, type Failure } from './explain.ts'
import type { SolanaRpc } from './rpc.ts'

export type Status =
  /** Not decided: it may still land. */
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
 * What became of a transaction. It has expired only when a finalized block is beyond its last valid height and, after that,
 * a node that knows that block does not know the signature, history included: behind a balancer the two answers may come
 * from two nodes, of which one lags. So a payment that this calls expired can be signed again without being paid twice.
 * Throws SolanaRpcError. https://solana.com/docs/advanced/confirmation
 */
export const statusOf = async (rpc: SolanaRpc, signature: string, lastValidBlockHeight: number): Promise<Status> => {
  // The height before the signature: the other way round it could land in between.
  const finalized = await rpc.call('getEpochInfo', [{ commitment: 'finalized' }], epochSchema)
  const history = { searchTransactionHistory: true }
  const { context, value } = await rpc.call('getSignatureStatuses', [[signature], history], statusesSchema)
  const status = value[0]
  if (!status) {
    const isOver = finalized.blockHeight > lastValidBlockHeight && context.slot >= finalized.absoluteSlot
    return { state: isOver ? 'expired' : 'submitted' }
  }
  // A processed one may be on a fork that is dropped.
  if (status.confirmationStatus === 'processed') return { state: 'submitted' }
  const { slot, err } = status
  if (err !== null) return { state: 'failed', slot, reason: explain(err) }
  return { state: 'confirmed', slot, finalized: status.confirmationStatus !== 'confirmed' }
}

import * as z from 'zod'
import { keyOf } from './addresses.ts'
import { errSchema, explain, type Failure } from './explain.ts'
import type { SolanaRpc } from './rpc.ts'

export interface HistoryEntry {
  signature: string
  slot: number
  /** Milliseconds since the epoch; undefined if the node does not have it. */
  at: number | undefined
  failure: Failure | undefined
}

const historySchema = z.array(
  z.object({
    signature: z.string(),
    slot: z.number().int().nonnegative(),
    blockTime: z.number().int().nullable().optional(),
    err: errSchema,
  }),
)

/** The maximum of getSignaturesForAddress. */
const MAX_LIMIT = 1000

/**
 * Transactions that name an address, newest first; `before` is the last signature of the previous page. A token
 * transfer to a wallet names its token account and not always the wallet. Throws invalid_address, SolanaRpcError.
 */
export const readHistory = async (
  rpc: SolanaRpc,
  address: string,
  { limit, before }: { limit: number; before?: string },
): Promise<HistoryEntry[]> => {
  keyOf(address)
  const options = { limit: Math.min(Math.max(limit, 1), MAX_LIMIT), commitment: 'confirmed', ...(before && { before }) }
  const entries = await rpc.call('getSignaturesForAddress', [address, options], historySchema)
  return entries.map(({ signature, slot, blockTime, err }) => ({
    signature,
    slot,
    at: blockTime ? blockTime * 1000 : undefined,
    failure: err === null ? undefined : explain(err),
  }))
}

import { z } from 'zod'
import { keyOf } from './addresses.ts'
import type { SolanaRpc } from './rpc.ts'

export interface Blockhash {
  blockhash: string
  /** The block height after which a transaction with it can no longer land. */
  lastValidBlockHeight: number
}

const isHash = (text: string): boolean => {
  try {
    return keyOf(text).length > 0
  } catch {
    return false
  }
}

const result = z.object({
  value: z.object({ blockhash: z.string().refine(isHash), lastValidBlockHeight: z.number().int().nonnegative() }),
})

/**
 * The newest confirmed blockhash: it lives longer than a finalized one. For a transaction that somebody else made before
 * this call, `lastValidBlockHeight` is an upper bound, unless a durable nonce stands in for its blockhash.
 * Throws SolanaRpcError.
 */
export const readBlockhash = async (rpc: SolanaRpc): Promise<Blockhash> =>
  (await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }], result)).value

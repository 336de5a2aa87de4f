import * as z from 'zod'
import { keyOf } from './addresses.ts'
import type { SolanaRpc } from './rpc.ts'

export interface Blockhash {
  blockhash: string
  /** The block height after which a transaction with it expires. */
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
 * The latest confirmed blockhash, which is valid longer than a finalized one. For a transaction that was built
 * elsewhere before this call, `lastValidBlockHeight` is an upper bound, unless the transaction uses a durable nonce.
 * Throws SolanaRpcError.
 */
export const readBlockhash = async (rpc: SolanaRpc): Promise<Blockhash> =>
  (await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }], result)).value

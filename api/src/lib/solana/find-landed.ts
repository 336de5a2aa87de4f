import { z } from 'zod'
import { readHistory } from './history.ts'
import type { SolanaRpc } from './rpc.ts'

const transactionSchema = z
  .object({
    transaction: z.object({ signatures: z.array(z.string()) }),
    meta: z.object({ err: z.unknown() }).nullable(),
  })
  .nullable()

/** Transactions of a wallet that are looked into, the newest first. */
const MOST = 50

/**
 * The transaction in which a wallet's signature landed, where its id is not known: it is that of whoever paid the fee.
 * Looks through what named the wallet since `since` (milliseconds). Undefined where it is in none. Throws SolanaRpcError.
 */
export const findLanded = async (
  rpc: SolanaRpc,
  { address, signature, since }: { address: string; signature: string; since: number },
): Promise<{ id: string; failed: boolean } | undefined> => {
  const entries = await readHistory(rpc, address, { limit: MOST })
  // A block's time is an estimate, of whole seconds.
  for (const { signature: id } of entries.filter((entry) => entry.at === undefined || entry.at >= since - 60_000)) {
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' }
    const found = await rpc.call('getTransaction', [id, options], transactionSchema)
    if (found?.transaction.signatures.includes(signature)) return { id, failed: (found.meta?.err ?? null) !== null }
  }
  return undefined
}

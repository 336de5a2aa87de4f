import { Problem } from '../../errors.ts'
import { decodeTransaction } from '../../lib/solana/decode.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { simulateTransaction } from '../../lib/solana/simulate.ts'
import type { Examined } from './deed.ts'

/**
 * Decodes a transaction and runs it without sending it: what would fail on chain is told before it is signed, when it
 * still costs nothing. Throws `insufficient_balance`, `transaction_refused`, and what the library throws.
 */
export const examine = async (rpc: SolanaRpc, transaction: Uint8Array, us: string): Promise<Examined> => {
  const [decoded, simulation] = await Promise.all([
    decodeTransaction(rpc, transaction, us),
    simulateTransaction(rpc, transaction, us),
  ])
  const { failure } = simulation
  if (failure?.code === 'insufficient_funds')
    throw new Problem('insufficient_balance', { issues: [{ path: '', message: failure.message }] })
  if (failure) throw new Problem('transaction_refused', { message: failure.message })
  return { decoded, simulation }
}

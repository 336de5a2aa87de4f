import { Problem } from '../../errors.ts'
import { decodeTransaction } from '../../lib/solana/decode.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { simulateTransaction } from '../../lib/solana/simulate.ts'
import type { InspectedTransaction } from './impact.ts'
import { refusedBecause } from '../wallets/with-chain-errors.ts'

/**
 * Decodes a transaction and runs it without sending it; one that fails is an answer too. Throws what the library throws:
 * `invalid_transaction`, `unknown_lookup_table`, and where the node is of no use.
 */
export const inspectTransaction = async (
  rpc: SolanaRpc,
  transaction: Uint8Array,
  us: string,
): Promise<InspectedTransaction> => {
  const [decoded, simulation] = await Promise.all([
    decodeTransaction(rpc, transaction, us),
    simulateTransaction(rpc, transaction, us),
  ])
  return { decoded, simulation }
}

/** Throws `insufficient_balance` or `transaction_refused` where the chain would take the fee and do nothing. */
export const requireSuccess = ({ simulation: { failure } }: InspectedTransaction): void => {
  if (failure?.code === 'insufficient_funds') throw refusedBecause('insufficient_balance', failure.message)
  if (failure) throw new Problem('transaction_refused', { message: failure.message })
}

/**
 * Decodes a transaction and runs it without sending it: what would fail on chain is told before it is signed, when it
 * still costs nothing. Throws what `inspect` and `requireSuccess` throw.
 */
export const inspectSuccessful = async (
  rpc: SolanaRpc,
  transaction: Uint8Array,
  us: string,
): Promise<InspectedTransaction> => {
  const examined = await inspectTransaction(rpc, transaction, us)
  requireSuccess(examined)
  return examined
}

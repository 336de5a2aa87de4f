import { Problem } from '../../../../errors.ts'
import { decodeTransaction } from '../../../../lib/solana/decode.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { simulateTransaction } from '../../../../lib/solana/simulate.ts'
import type { InspectedTransaction } from './impact.ts'
import { refusedBecause } from '../../errors.ts'

/**
 * Decodes and simulates a transaction; a failing simulation is a result. Throws the library's errors:
 * `invalid_transaction`, `unknown_lookup_table`, and errors of the node.
 */
export const inspectTransaction = async (
  rpc: SolanaRpc,
  transaction: Uint8Array,
  ownAddress: string,
): Promise<InspectedTransaction> => {
  const [decoded, simulation] = await Promise.all([
    decodeTransaction(rpc, transaction, ownAddress),
    simulateTransaction(rpc, transaction, ownAddress),
  ])
  return { decoded, simulation }
}

/** Requires that the simulation succeeded. Throws `insufficient_balance` or `transaction_refused`. */
export const requireSuccess = ({ simulation: { failure } }: InspectedTransaction): void => {
  if (failure?.code === 'insufficient_funds') throw refusedBecause('insufficient_balance', failure.message)
  if (failure) throw new Problem('transaction_refused', { message: failure.message })
}

/**
 * Decodes and simulates a transaction and requires that it succeeds, before a signature and a fee are spent on it. Throws
 * the errors of `inspectTransaction` and `requireSuccess`.
 */
export const inspectAndRequireSuccess = async (
  rpc: SolanaRpc,
  transaction: Uint8Array,
  ownAddress: string,
): Promise<InspectedTransaction> => {
  const inspected = await inspectTransaction(rpc, transaction, ownAddress)
  requireSuccess(inspected)
  return inspected
}

import { randomInt } from 'node:crypto'
import type { SolanaSendToken } from '@openauth/client'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import type { UnsignedTransaction } from '../../lib/solana/unsigned.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'
import type { InspectedTransaction } from './impact.ts'
import { inspectSuccessful } from './inspect-transaction.ts'

/** How calls name the chain's own token. */
export const SOL = 'SOL'

/** Lamports at most for priority: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n

/** Two payments that are alike, of one blockhash, are one transaction to the chain: each asks for another number of units. */
const EXTRA_UNITS = 4096

export type Payment = Pick<SolanaSendToken, 'address' | 'token' | 'amount'>

/** The chain's own libraries are loaded with the first send: they take half a second and 20 MB. */
const build = async (rpc: SolanaRpc, from: string, { address: to, token, amount }: Payment) => {
  const transfer = { from, to, amount, maxPriorityFee: MAX_PRIORITY_FEE, extraUnits: randomInt(EXTRA_UNITS) }
  if (token === SOL) return (await import('../../lib/solana/build-sol.ts')).buildSolTransfer(rpc, transfer)
  const { buildTokenTransfer } = await import('../../lib/solana/build-token.ts')
  return buildTokenTransfer(rpc, { ...transfer, mint: token })
}

/**
 * Lamports that a send to an address takes at most, by the fees and the balance of this moment. Throws what a send of SOL
 * throws.
 */
export const readMostLamports = async (rpc: SolanaRpc, from: string, to: string): Promise<bigint> => {
  const { readMostSol } = await import('../../lib/solana/build-sol.ts')
  return withChainErrors(readMostSol(rpc, { from, to, maxPriorityFee: MAX_PRIORITY_FEE, extraUnits: EXTRA_UNITS }))
}

/** A payment, built, decoded and simulated: all that comes before it is judged and signed. */
export interface PreparedSend {
  unsigned: UnsignedTransaction
  examined: InspectedTransaction
}

/** Builds and examines a payment, for a send and for its preview. Throws what a send throws before it is signed. */
export const prepareSend = async (rpc: SolanaRpc, from: string, payment: Payment): Promise<PreparedSend> => {
  const unsigned = await withChainErrors(build(rpc, from, payment))
  return { unsigned, examined: await withChainErrors(inspectSuccessful(rpc, unsigned.transaction, from)) }
}

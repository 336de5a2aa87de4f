import { randomInt } from 'node:crypto'
import type { SolanaSendToken } from '@openauth/client'
import type { UnsignedTokenTransfer } from '../../../../lib/solana/build-token.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { UnsignedTransaction } from '../../../../lib/solana/unsigned.ts'
import { withChainErrors } from '../../errors.ts'
import type { InspectedTransaction } from './impact.ts'
import { inspectAndRequireSuccess } from './inspect-transaction.ts'
import { buildLimits } from './sign-unsigned.ts'

/** The name of the chain's own token in calls. */
export const SOL = 'SOL'

export type Payment = Pick<SolanaSendToken, 'address' | 'token' | 'amount'>

/** Imports the chain's libraries with the first send: they take half a second and 20 MB. */
const build = async (
  rpc: SolanaRpc,
  from: string,
  { address: to, token, amount }: Payment,
): Promise<PreparedSend['unsigned']> => {
  const transfer = { from, to, amount, ...buildLimits, extraUnits: randomInt(buildLimits.extraUnits) }
  if (token === SOL) return (await import('../../../../lib/solana/build-sol.ts')).buildSolTransfer(rpc, transfer)
  const { buildTokenTransfer } = await import('../../../../lib/solana/build-token.ts')
  return buildTokenTransfer(rpc, { ...transfer, mint: token })
}

/**
 * The maximum lamports that a send to an address can transfer, by current fees and balance. Throws the errors of a send of
 * SOL.
 */
export const readMostLamports = async (rpc: SolanaRpc, from: string, to: string): Promise<bigint> => {
  const { readMostSol } = await import('../../../../lib/solana/build-sol.ts')
  return withChainErrors(readMostSol(rpc, { from, to, ...buildLimits }))
}

/** A built, decoded and simulated payment, before it is judged and signed. */
export interface PreparedSend {
  /** `decimals`: those of the token, in a transfer of a token. */
  unsigned: UnsignedTransaction & Partial<Pick<UnsignedTokenTransfer, 'decimals'>>
  inspected: InspectedTransaction
}

/** Builds, decodes and simulates a payment, for sends and previews. Throws the errors of a send before its signature. */
export const prepareSend = async (rpc: SolanaRpc, from: string, payment: Payment): Promise<PreparedSend> => {
  const unsigned = await withChainErrors(build(rpc, from, payment))
  return { unsigned, inspected: await withChainErrors(inspectAndRequireSuccess(rpc, unsigned.transaction, from)) }
}

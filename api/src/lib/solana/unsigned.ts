import { ComputeBudgetProgram, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js'
import * as z from 'zod'
import { readBlockhash } from './blockhash.ts'
import { LAMPORTS_PER_SIGNATURE, priorityFeeOf } from './fees.ts'
import type { SolanaRpc } from './rpc.ts'

const MICROLAMPORTS = 1_000_000n
const feesSchema = z.array(z.object({ prioritizationFee: z.number().nonnegative().refine(Number.isInteger) }))

/**
 * A price in microlamports per compute unit: the 75th percentile of the last 150 blocks for writes to these accounts.
 * Limited so that `units` never cost more than `maxLamports`.
 * https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
const readUnitPrice = async (
  rpc: SolanaRpc,
  { writable, units, maxLamports }: { writable: string[]; units: number; maxLamports: bigint },
): Promise<bigint> => {
  const recent = await rpc.call('getRecentPrioritizationFees', [writable], feesSchema)
  const fees = recent
    .map(({ prioritizationFee }) => BigInt(prioritizationFee))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = fees[Math.floor(fees.length * 0.75)] ?? 0n
  const most = (maxLamports * MICROLAMPORTS) / BigInt(units)
  return price < most ? price : most
}

export interface UnsignedTransaction {
  /** Legacy, which every wallet and adapter supports; only its sender signs. */
  transaction: Uint8Array
  /** The block height after which it expires. */
  lastValidBlockHeight: number
  /** Lamports for signature and priority, charged even if it fails. */
  fee: bigint
}

export interface UnsignedOptions {
  payer: string
  instructions: TransactionInstruction[]
  /** Compute units; unused ones are charged too. */
  units: number
  /** Lamports. */
  maxPriorityFee: bigint
}

/**
 * Builds a transaction from instructions, preceded by a limit and a price of compute units, with a recent blockhash.
 */
export const unsigned = async (rpc: SolanaRpc, options: UnsignedOptions): Promise<UnsignedTransaction> => {
  const { payer, instructions, units, maxPriorityFee } = options
  const keys = instructions.flatMap(({ keys }) => keys)
  const writable = [...new Set([payer, ...keys.filter((key) => key.isWritable).map(({ pubkey }) => pubkey.toBase58())])]
  const [value, price] = await Promise.all([
    readBlockhash(rpc),
    readUnitPrice(rpc, { writable, units, maxLamports: maxPriorityFee }),
  ])
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    ...(price > 0n ? [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })] : []),
  ]
  const transaction = new Transaction({ feePayer: new PublicKey(payer), ...value }).add(...budget, ...instructions)
  return {
    transaction: transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
    lastValidBlockHeight: value.lastValidBlockHeight,
    fee: LAMPORTS_PER_SIGNATURE + priorityFeeOf(BigInt(units), price),
  }
}

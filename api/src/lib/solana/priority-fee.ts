import { z } from 'zod'
import type { SolanaRpc } from './rpc.ts'

const MICROLAMPORTS = 1_000_000n
const feesSchema = z.array(z.object({ prioritizationFee: z.number().nonnegative().refine(Number.isInteger) }))

/**
 * A price in microlamports per compute unit: the 75th percentile of the last 150 blocks for writes to these accounts.
 * Limited so that `units` never cost more than `maxLamports`.
 * https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export const readUnitPrice = async (
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

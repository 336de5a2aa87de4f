import { COMPUTE_BUDGET_PROGRAM } from './addresses.ts'
import type { Instruction } from './effects.ts'

export const LAMPORTS_PER_SIGNATURE = 5000n
const MICROLAMPORTS = 1_000_000n
const MAX_UNITS = 1_400_000n
const DEFAULT_UNITS = 200_000n
const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3

/** Lamports, from a price in microlamports for each compute unit. */
export const priorityFeeOf = (units: bigint, price: bigint): bigint =>
  (units * price + MICROLAMPORTS - 1n) / MICROLAMPORTS

/**
 * Maximum lamports that a transaction's fee payer pays for signatures and priority, charged even if the transaction
 * fails. https://solana.com/docs/core/fees
 */
export const feeOf = (signatures: number, instructions: readonly Instruction[]): bigint => {
  const budget = instructions.filter(({ program }) => program === COMPUTE_BUDGET_PROGRAM)
  const find = (number: number) => budget.find(({ data }) => data[0] === number)?.data
  const [limit, price] = [find(SET_UNIT_LIMIT), find(SET_UNIT_PRICE)]
  const asked = limit && limit.length >= 5 ? BigInt(limit.readUInt32LE(1)) : undefined
  const units = asked ?? DEFAULT_UNITS * BigInt(instructions.length - budget.length)
  const unitPrice = price && price.length >= 9 ? price.readBigUInt64LE(1) : 0n
  return LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityFeeOf(units < MAX_UNITS ? units : MAX_UNITS, unitPrice)
}

import type { Fees } from './fees.ts'

/** An unsigned transaction: a call or a payment, never a contract creation. */
export interface UnsignedTransaction {
  chainId: number
  nonce: number
  /** 0x and 40 hex digits. */
  to: string
  /** Wei. */
  value: bigint
  /** 0x and an even number of hex digits. */
  data: string
  gasLimit: bigint
  fees: Fees
}

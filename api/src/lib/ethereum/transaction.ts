import type { Fees } from './fees.ts'

/** A transaction to be signed: a call or a payment, never the creation of a contract. */
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

import { erc20 } from './erc20.ts'
import type { UnsignedTransaction } from './transaction.ts'

/** What a transaction moves: smallest units of the token, or wei where there is none. */
export type Transfer = { to: string; amount: bigint; token: string | undefined }

/**
 * Reads back what a transaction does, for rules that judge what is signed and not what was asked for. Undefined for
 * everything but a plain payment and exactly an ERC-20 transfer: such a transaction is not a transfer.
 */
export const transferOf = ({ to, value, data }: UnsignedTransaction): Transfer | undefined => {
  if (data === '0x') return { to, amount: value, token: undefined }
  if (value !== 0n || data.length !== 2 + 2 * (4 + 32 + 32)) return undefined
  try {
    const [recipient, amount] = erc20.decodeFunctionData('transfer', data) as unknown as [string, bigint]
    return { to: recipient, amount, token: to }
  } catch {
    return undefined
  }
}

import type { Account } from './accounts.ts'
import { isTokenProgram, keyOf } from './addresses.ts'
import { SolanaError } from './errors.ts'

/**
 * Rejects recipients where funds are certainly lost: programs and token accounts. Other program-owned accounts, such as
 * vaults, are allowed. `account` is the recipient's current account. Throws invalid_address.
 */
export const checkRecipient = (account: Account | null | undefined): void => {
  if (account?.executable) throw new SolanaError('invalid_address', 'The recipient is a program, not a wallet.')
  if (account && isTokenProgram(account.owner)) {
    throw new SolanaError(
      'invalid_address',
      'The recipient is a token account or a mint, not a wallet. Use the address of the wallet that owns it.',
    )
  }
}

/**
 * Throws invalid_address for either address, and own_address if they are equal: such a transfer moves nothing, costs a
 * fee and would count towards a daily limit.
 */
export const checkAddresses = (from: string, to: string): void => {
  keyOf(from, 'The sender')
  keyOf(to, 'The recipient')
  if (from === to) throw new SolanaError('own_address', 'The recipient is the sending wallet itself.')
}

/**
 * Throws insufficient_balance unless a wallet can pay. The chain allows a remaining balance of zero or at least
 * `rentMinimum`: https://solana.com/docs/core/fees
 */
export const checkLamports = (balance: bigint, needed: bigint, rentMinimum: bigint): void => {
  const left = balance - needed
  if (left === 0n || left >= rentMinimum) return
  const have = `the wallet has ${balance} lamports and needs ${needed}, including fee and rent`
  const rest = left < 0n ? '' : `; the remainder must be 0 or at least ${rentMinimum}`
  throw new SolanaError('insufficient_balance', `Not enough SOL: ${have}${rest}.`)
}

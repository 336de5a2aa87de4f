import type { Account } from './accounts.ts'
import { isTokenProgram, keyOf } from './addresses.ts'
import { SolanaError } from './errors.ts'

/**
 * Whether money sent to an address is lost for certain: programs and token accounts cannot give it back. Other accounts
 * of programs are allowed, since vaults are such. `account` is what is there now.
 * Throws invalid_address.
 */
export const checkRecipient = (account: Account | null | undefined): void => {
  if (account?.executable) throw new SolanaError('invalid_address', 'The recipient is a program, not a wallet.')
  if (account && isTokenProgram(account.owner)) {
    throw new SolanaError(
      'invalid_address',
      'The recipient is a token account or a mint, not a wallet. Take the address of the wallet that owns it.',
    )
  }
}

/**
 * Throws invalid_address for either, and own_address where they are the same: such a send moves nothing, costs a fee and
 * is a mistake, and a limit a day would count it as spent.
 */
export const checkAddresses = (from: string, to: string): void => {
  keyOf(from, 'The sender')
  keyOf(to, 'The recipient')
  if (from === to) throw new SolanaError('own_address', 'The recipient is the sending wallet itself.')
}

/**
 * Throws insufficient_balance unless a wallet can pay. The chain refuses to leave it with less than `rentMinimum`, but for
 * nothing at all: https://solana.com/docs/core/fees
 */
export const checkLamports = (balance: bigint, needed: bigint, rentMinimum: bigint): void => {
  const left = balance - needed
  if (left === 0n || left >= rentMinimum) return
  const have = `the wallet has ${balance} lamports and this takes ${needed}, fee and rent included`
  const rest = left < 0n ? '' : `; what is left must be 0 or at least ${rentMinimum}`
  throw new SolanaError('insufficient_balance', `Not enough SOL: ${have}${rest}.`)
}

import { createHash } from 'node:crypto'
import { ASSOCIATED_TOKEN_PROGRAM, keyOf } from './addresses.ts'

const MAX_BUMP = 255

/**
 * Whether a token account is the associated one of a wallet, for a mint of a token program. Only the associated token
 * program creates an account at that address, and only for that wallet; any other account can be closed by its creator
 * and recreated for another owner while a signed transaction is pending. All bumps are tried, not only the canonical
 * one, because no private key exists for any of these addresses. Throws invalid_address.
 * https://docs.rs/spl-associated-token-account-interface, https://solana.com/docs/core/pda
 */
export const isAssociatedAccount = (
  account: string,
  { owner, mint, program }: { owner: string; mint: string; program: string },
): boolean => {
  const address = keyOf(account)
  const seeds = Buffer.concat([owner, program, mint].map((each) => keyOf(each)))
  const end = Buffer.concat([keyOf(ASSOCIATED_TOKEN_PROGRAM), Buffer.from('ProgramDerivedAddress')])
  for (let bump = MAX_BUMP; bump >= 0; bump--) {
    const derived = createHash('sha256').update(seeds).update(Uint8Array.of(bump)).update(end).digest()
    if (derived.equals(address)) return true
  }
  return false
}

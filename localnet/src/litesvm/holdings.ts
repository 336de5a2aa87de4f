import type { PublicKey } from '@solana/web3.js'
import type { ChainAccount } from './account.ts'
import { mintOf, tokenAccountOf } from './tokens.ts'

/** The lamports of an account, and the tokens of a token account. */
export interface Holding {
  lamports: bigint
  token?: { mint: string; owner: string; programId: string; amount: bigint; decimals: number }
}

/** What an account holds now. */
export const holdingOf = (key: PublicKey, read: (key: PublicKey) => ChainAccount | undefined): Holding => {
  const account = read(key)
  if (!account) return { lamports: 0n }
  const held = tokenAccountOf(key, account)
  const mint = held && mintOf(held.mint, read(held.mint))
  if (!held || !mint) return { lamports: account.lamports }
  const [address, owner] = [held.mint.toBase58(), held.owner.toBase58()]
  const token = { mint: address, owner, programId: account.owner, amount: held.amount, decimals: mint.decimals }
  return { lamports: account.lamports, token }
}

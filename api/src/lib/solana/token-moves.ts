import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  getAssociatedTokenAddressSync,
  type Mint,
} from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { readAccounts } from './accounts.ts'
import type { SolanaRpc } from './rpc.ts'
import { parseTokenAccount, TOKEN_ACCOUNT_HEAD, type TokenAccount } from './token-account.ts'

/** Deriving the account's address takes 1,500 units per bump, and some addresses need a dozen. */
const UNITS_TO_CREATE = 100_000
const UNITS_TO_TRANSFER = 30_000

/** Compute units of transfers, some of which create the recipient's account. */
export const unitsOfMoves = (transfers: number, created: number): number =>
  transfers * UNITS_TO_TRANSFER + created * UNITS_TO_CREATE

/** What moves a token from a wallet's associated account to those of others. */
export interface TokenMoves {
  /** The wallet's associated token account. */
  source: PublicKey
  /** The associated token account of another wallet. */
  accountOf: (wallet: PublicKey) => PublicKey
  /** Creates the account of another wallet at the payer's expense. Idempotent, because another transaction may create it first. */
  create: (wallet: PublicKey) => TransactionInstruction
  /** `fee`: what the mint withholds, which is named in the instruction; undefined where it withholds none. */
  move: (wallet: PublicKey, amount: bigint, fee?: bigint) => TransactionInstruction
}

/** `program`: the mint's, Token or Token-2022. */
export const tokenMoves = (payer: PublicKey, { address: mint, decimals }: Mint, program: PublicKey): TokenMoves => {
  const accountOf = (wallet: PublicKey) => getAssociatedTokenAddressSync(mint, wallet, true, program)
  const source = accountOf(payer)
  return {
    source,
    accountOf,
    create: (wallet) =>
      createAssociatedTokenAccountIdempotentInstruction(payer, accountOf(wallet), wallet, mint, program),
    move: (wallet, amount, fee) => {
      const transfer = [source, mint, accountOf(wallet), payer, amount, decimals] as const
      return fee === undefined
        ? createTransferCheckedInstruction(...transfer, [], program)
        : createTransferCheckedWithFeeInstruction(...transfer, fee, [], program)
    },
  }
}

/** Reads token accounts; undefined for what is none. Throws SolanaRpcError. */
export const readHoldings = async (rpc: SolanaRpc, accounts: PublicKey[]): Promise<(TokenAccount | undefined)[]> => {
  const addresses = accounts.map((account) => account.toBase58())
  return (await readAccounts(rpc, addresses, { bytes: TOKEN_ACCOUNT_HEAD })).map(parseTokenAccount)
}

/**
 * Smallest units of a mint that an account holds for its wallet: SetAuthority of the Token program can transfer an associated
 * account, with its tokens, to another owner.
 */
export const unitsOf = (holding: TokenAccount | undefined, owner: string, mint: string): bigint =>
  holding?.owner === owner && holding.mint === mint ? holding.amount : 0n

/** Why an existing account cannot receive its wallet's tokens; undefined where it can, or is missing. */
export const targetRefusal = (
  target: TokenAccount | undefined,
  owner: string,
): 'account_taken' | 'account_frozen' | undefined => {
  if (target && target.owner !== owner) return 'account_taken'
  return target?.frozen ? 'account_frozen' : undefined
}

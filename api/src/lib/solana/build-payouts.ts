import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  getTransferFeeConfig,
  type Mint,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { readAccounts, readRentMinimum } from './accounts.ts'
import { SolanaError } from './errors.ts'
import { parseMint, tokenAccountBytes } from './mint.ts'
import type { SolanaRpc } from './rpc.ts'
import { parseTokenAccount, TOKEN_ACCOUNT_HEAD, type TokenAccount } from './token-account.ts'
import { unsigned, type UnsignedTransaction } from './unsigned.ts'

/** One payment. */
export interface Payout {
  /** The recipient's wallet, base58. */
  to: string
  /** Smallest units. */
  amount: bigint
}

export interface PayoutsOptions {
  /** The paying wallet. */
  from: string
  mint: string
  /** The mint's decimals as they were when the amounts were fixed. */
  decimals: number
  /** At most MOST_PAYOUTS (payout-limits.ts). */
  payouts: readonly Payout[]
  /** Lamports. */
  maxPriorityFee: bigint
  /** Compute units beyond what is needed, so that equal payments are different transactions. */
  extraUnits: number
}

/** Why a recipient cannot be paid: others can. */
export type PayoutRefusal = 'account_frozen' | 'account_taken'

export type BuiltPayouts =
  | ({ kind: 'built' } & UnsignedTransaction)
  /** Some recipients cannot be paid, by their index. */
  | { kind: 'refused'; refusals: { index: number; why: PayoutRefusal }[] }
  /** The wallet lacks smallest units of the token, or lamports. */
  | { kind: 'short'; of: 'tokens' | 'lamports'; missing: bigint }

/** Creating an account takes 1,500 units per bump of its address, some addresses need a dozen. */
const UNITS_EACH = 130_000
const MOST_UNITS = 1_400_000

/**
 * Reads a mint in which claims can be paid: its transfers move exactly their amount. Throws unknown_mint, not_a_mint, unsupported_mint
 * (also where it withholds a fee), SolanaRpcError.
 */
export const readPayoutMint = async (rpc: SolanaRpc, address: string): Promise<{ mint: Mint; program: string }> => {
  const [account] = await readAccounts(rpc, [address])
  const mint = parseMint(address, account)
  if (getTransferFeeConfig(mint))
    throw new SolanaError(
      'unsupported_mint',
      'This token withholds a fee from each transfer, so players would get less.',
    )
  return { mint, program: account!.owner }
}

const refusalOf = (target: TokenAccount | undefined, owner: string): PayoutRefusal | undefined => {
  if (target && target.owner !== owner) return 'account_taken'
  return target?.frozen ? 'account_frozen' : undefined
}

const readHoldings = async (rpc: SolanaRpc, accounts: PublicKey[]): Promise<(TokenAccount | undefined)[]> => {
  const addresses = accounts.map((account) => account.toBase58())
  return (await readAccounts(rpc, addresses, { bytes: TOKEN_ACCOUNT_HEAD })).map(parseTokenAccount)
}

const missingTokens = (source: TokenAccount | undefined, { from, mint, payouts }: PayoutsOptions): bigint => {
  const isOwn = source?.owner === from && source.mint === mint && !source.frozen
  return payouts.reduce((sum, { amount }) => sum + amount, 0n) - (isOwn ? source.amount : 0n)
}

/**
 * One transaction that pays several wallets in a token, from the payer's associated token account to theirs, which are created at
 * the payer's expense where they are missing. Says who cannot be paid and what the payer lacks instead of building what would
 * fail. Throws as readPayoutMint does.
 */
export const buildPayouts = async (rpc: SolanaRpc, options: PayoutsOptions): Promise<BuiltPayouts> => {
  const { from, payouts, maxPriorityFee, extraUnits } = options
  const { mint, program } = await readPayoutMint(rpc, options.mint)
  if (mint.decimals !== options.decimals)
    throw new SolanaError('unsupported_mint', `This token has ${mint.decimals} decimals, and not ${options.decimals}.`)
  const [owner, programId] = [new PublicKey(from), new PublicKey(program)]
  const accountOf = (wallet: PublicKey) => getAssociatedTokenAddressSync(mint.address, wallet, true, programId)
  const source = accountOf(owner)
  const recipients = payouts.map(({ to, amount }) => {
    const wallet = new PublicKey(to)
    return { to, amount, wallet, account: accountOf(wallet) }
  })
  const [[payer], [held, ...targets], rentMinimum, accountRent] = await Promise.all([
    readAccounts(rpc, [from]),
    readHoldings(rpc, [source, ...recipients.map(({ account }) => account)]),
    readRentMinimum(rpc, 0),
    readRentMinimum(rpc, tokenAccountBytes(mint, program)),
  ])
  const refusals = recipients.flatMap(({ to }, index) => {
    const why = refusalOf(targets[index], to)
    return why ? [{ index, why }] : []
  })
  if (refusals.length > 0) return { kind: 'refused', refusals }
  const tokens = missingTokens(held, options)
  if (tokens > 0n) return { kind: 'short', of: 'tokens', missing: tokens }
  const created = recipients.filter((_, index) => !targets[index])
  const instructions = [
    ...created.map(({ account, wallet }) =>
      createAssociatedTokenAccountIdempotentInstruction(owner, account, wallet, mint.address, programId),
    ),
    ...recipients.map(({ account, amount }) =>
      createTransferCheckedInstruction(source, mint.address, account, owner, amount, mint.decimals, [], programId),
    ),
  ]
  const units = Math.min(MOST_UNITS, UNITS_EACH * recipients.length) + extraUnits
  const built = await unsigned(rpc, { payer: from, instructions, units, maxPriorityFee })
  const distinct = BigInt(new Set(created.map(({ to }) => to)).size)
  const lamports = built.fee + distinct * accountRent + rentMinimum - (payer?.lamports ?? 0n)
  return lamports > 0n ? { kind: 'short', of: 'lamports', missing: lamports } : { kind: 'built', ...built }
}

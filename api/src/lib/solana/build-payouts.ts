import { getTransferFeeConfig, type Mint } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { PayoutOrder, PayoutPlan } from '../payout-plan.ts'
import { readAccounts, readRentMinimum } from './accounts.ts'
import { SolanaError } from './errors.ts'
import { parseMint, tokenAccountBytes } from './mint.ts'
import type { SolanaRpc } from './rpc.ts'
import type { TokenAccount } from './token-account.ts'
import { readHoldings, targetRefusal, tokenMoves, unitsOf, unitsOfMoves } from './token-moves.ts'
import { unsigned, type UnsignedTransaction } from './unsigned.ts'

export interface PayoutsOptions extends PayoutOrder {
  /** Lamports. */
  maxPriorityFee: bigint
  /** Compute units beyond what is needed, so that equal payments are different transactions. */
  extraUnits: number
}

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

const missingUnits = (source: TokenAccount | undefined, { from, token, payouts }: PayoutsOptions): bigint =>
  payouts.reduce((sum, { amount }) => sum + amount, 0n) - (source?.frozen ? 0n : unitsOf(source, from, token))

/**
 * One transaction that pays several wallets in a token, from the payer's associated token account to theirs, which are created at
 * the payer's expense where they are missing. Says who cannot be paid and what the payer lacks instead of building what would
 * fail. Throws as readPayoutMint does.
 */
export const buildPayouts = async (
  rpc: SolanaRpc,
  options: PayoutsOptions,
): Promise<PayoutPlan<UnsignedTransaction>> => {
  const { from, payouts, maxPriorityFee, extraUnits } = options
  const { mint, program } = await readPayoutMint(rpc, options.token)
  if (mint.decimals !== options.decimals)
    throw new SolanaError('unsupported_mint', `This token has ${mint.decimals} decimals, and not ${options.decimals}.`)
  const moves = tokenMoves(new PublicKey(from), mint, new PublicKey(program))
  const recipients = payouts.map(({ to, amount }) => ({ to, amount, wallet: new PublicKey(to) }))
  const [[payer], [held, ...targets], rentMinimum, accountRent] = await Promise.all([
    readAccounts(rpc, [from]),
    readHoldings(rpc, [moves.source, ...recipients.map(({ wallet }) => moves.accountOf(wallet))]),
    readRentMinimum(rpc, 0),
    readRentMinimum(rpc, tokenAccountBytes(mint, program)),
  ])
  const refusals = recipients.flatMap(({ to }, index) => {
    const why = targetRefusal(targets[index], to)
    return why ? [{ index, why }] : []
  })
  if (refusals.length > 0) return { kind: 'refused', refusals }
  const missing = missingUnits(held, options)
  if (missing > 0n) return { kind: 'short', of: 'token', missing }
  const created = recipients.filter((_, index) => !targets[index])
  const instructions = [
    ...created.map(({ wallet }) => moves.create(wallet)),
    ...recipients.map(({ wallet, amount }) => moves.move(wallet, amount)),
  ]
  const units = unitsOfMoves(recipients.length, created.length) + extraUnits
  const built = await unsigned(rpc, { payer: from, instructions, units, maxPriorityFee })
  const distinct = BigInt(new Set(created.map(({ to }) => to)).size)
  const lamports = built.fee + distinct * accountRent + rentMinimum - (payer?.lamports ?? 0n)
  return lamports > 0n ? { kind: 'short', of: 'native', missing: lamports } : { kind: 'built', unsigned: built }
}

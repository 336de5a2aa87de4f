import { PublicKey } from '@solana/web3.js'
import { readAccounts, readRentMinimum } from './accounts.ts'
import { keyOf } from './addresses.ts'
import { parseAmount } from './amounts.ts'
import type { SolTransfer } from './build-sol.ts'
import { SolanaError } from './errors.ts'
import { parseMint, readTransferFee, tokenAccountBytes } from './mint.ts'
import { checkAddresses, checkLamports, checkRecipient } from './recipient.ts'
import type { SolanaRpc } from './rpc.ts'
import { parseTokenAccount, TOKEN_ACCOUNT_HEAD, type TokenAccount } from './token-account.ts'
import { targetRefusal, tokenMoves, unitsOf, unitsOfMoves } from './token-moves.ts'
import { unsigned, type UnsignedTransaction } from './unsigned.ts'

/** `amount` is in the token's smallest units. */
export interface TokenTransfer extends SolTransfer {
  mint: string
}

export interface UnsignedTokenTransfer extends UnsignedTransaction {
  decimals: number
  /** The transfer fee that the mint withholds (Token-2022), in smallest units. */
  tokenFee: bigint
  /** Lamports that the sender pays for the recipient's token account; 0 if it exists. */
  rent: bigint
}

/** Throws insufficient_balance, account_frozen. */
const checkHolding = (holding: TokenAccount | undefined, owner: string, mint: string, amount: bigint): void => {
  const have = unitsOf(holding, owner, mint)
  if (have < amount) {
    const message = `Not enough of this token: the wallet's account holds ${have} of the ${amount} smallest units to send.`
    throw new SolanaError('insufficient_balance', message)
  }
  if (holding?.frozen) throw new SolanaError('account_frozen', "The token's issuer has frozen this wallet's account.")
}

/** Throws if the recipient's existing account cannot receive the token. */
const checkTarget = (target: TokenAccount | undefined, owner: string): void => {
  const refusal = targetRefusal(target, owner)
  if (refusal === 'account_taken')
    throw new SolanaError('invalid_address', "The recipient's account for this token now belongs to another wallet.")
  if (refusal) throw new SolanaError(refusal, "The token's issuer has frozen the recipient's account.")
}

/**
 * A transfer of a token of either program, from the sender's associated token account to the recipient's, which is
 * created at the sender's expense if missing. Decimals are read from the mint. The mint's transfer fee is named in the
 * transaction, which fails if the fee has changed. Throws invalid_address, own_address, invalid_amount, unknown_mint,
 * not_a_mint, unsupported_mint, insufficient_balance (of the token, or of SOL for fee and rent), account_frozen,
 * SolanaRpcError.
 */
export const buildTokenTransfer = async (rpc: SolanaRpc, options: TokenTransfer): Promise<UnsignedTokenTransfer> => {
  const { from, to, maxPriorityFee, extraUnits = 0 } = options
  checkAddresses(from, to)
  keyOf(options.mint, 'The token')
  const amount = parseAmount(options.amount)
  const [sender, recipient, mintAccount] = await readAccounts(rpc, [from, to, options.mint])
  const mint = parseMint(options.mint, mintAccount)
  checkRecipient(recipient)
  const recipientKey = new PublicKey(to)
  const moves = tokenMoves(new PublicKey(from), mint, new PublicKey(mintAccount!.owner))
  const accounts = [moves.source, moves.accountOf(recipientKey)].map((account) => account.toBase58())
  const [[sourceAccount, targetAccount], fee, rentMinimum, accountRent] = await Promise.all([
    readAccounts(rpc, accounts, { bytes: TOKEN_ACCOUNT_HEAD }),
    readTransferFee(rpc, mint, amount),
    readRentMinimum(rpc, 0),
    readRentMinimum(rpc, tokenAccountBytes(mint, mintAccount!.owner)),
  ])
  checkHolding(parseTokenAccount(sourceAccount), from, options.mint, amount)
  const existing = parseTokenAccount(targetAccount)
  checkTarget(existing, to)
  const move = moves.move(recipientKey, amount, fee)
  const instructions = existing ? [move] : [moves.create(recipientKey), move]
  const units = unitsOfMoves(1, existing ? 0 : 1) + extraUnits
  const built = await unsigned(rpc, { payer: from, instructions, units, maxPriorityFee })
  // Lamports that its address already holds count towards the rent.
  const missing = accountRent - (targetAccount?.lamports ?? 0n)
  const rent = existing || missing < 0n ? 0n : missing
  checkLamports(sender?.lamports ?? 0n, built.fee + rent, rentMinimum)
  return { ...built, decimals: mint.decimals, tokenFee: fee ?? 0n, rent }
}

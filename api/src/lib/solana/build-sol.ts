import { PublicKey, SystemProgram } from '@solana/web3.js'
import { readAccounts, readRentMinimum } from './accounts.ts'
import { parseAmount } from './amounts.ts'
import { SolanaError } from './errors.ts'
import { LAMPORTS_PER_SIGNATURE } from './fees.ts'
import { checkAddresses, checkLamports, checkRecipient } from './recipient.ts'
import type { SolanaRpc } from './rpc.ts'
import { unsigned, type UnsignedTransaction } from './unsigned.ts'

export interface SolTransfer {
  /** Base58. */
  from: string
  to: string
  /** Lamports, in plain decimal digits. */
  amount: string
  /** Maximum priority fee in lamports. */
  maxPriorityFee: bigint
  /** Additional compute units: a different number makes a different transaction for the same payment. */
  extraUnits?: number
}

/** 150 each for the transfer and two compute budget instructions: https://docs.rs/solana-system-program */
const UNITS = 500

/**
 * An unsigned transfer of SOL. Throws invalid_address, own_address, invalid_amount (also one too small for a new
 * account), insufficient_balance, SolanaRpcError.
 */
export const buildSolTransfer = async (rpc: SolanaRpc, options: SolTransfer): Promise<UnsignedTransaction> => {
  const { from, to, maxPriorityFee, extraUnits = 0 } = options
  checkAddresses(from, to)
  const lamports = parseAmount(options.amount)
  const transfer = { fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports }
  const instructions = [SystemProgram.transfer(transfer)]
  const [[sender, recipient], rentMinimum, built] = await Promise.all([
    readAccounts(rpc, [from, to]),
    readRentMinimum(rpc, 0),
    unsigned(rpc, { payer: from, instructions, units: UNITS + extraUnits, maxPriorityFee }),
  ])
  checkRecipient(recipient)
  if (!recipient && lamports < rentMinimum) {
    const message = `The recipient's account is new, and its first amount must be at least ${rentMinimum} lamports (the rent minimum).`
    throw new SolanaError('invalid_amount', message)
  }
  checkLamports(sender?.lamports ?? 0n, lamports + built.fee, rentMinimum)
  return built
}

/**
 * Maximum lamports of a transfer after the fee. Where compute units have a price, the fee depends on `extraUnits` and
 * the balance cannot be emptied exactly, so the rent minimum stays. Throws invalid_address, own_address,
 * SolanaRpcError.
 */
export const readMostSol = async (rpc: SolanaRpc, options: Omit<SolTransfer, 'amount'>): Promise<bigint> => {
  const { from, to, maxPriorityFee, extraUnits = 0 } = options
  checkAddresses(from, to)
  const transfer = { fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports: 1n }
  const [[sender], rentMinimum, { fee }] = await Promise.all([
    readAccounts(rpc, [from]),
    readRentMinimum(rpc, 0),
    unsigned(rpc, {
      payer: from,
      instructions: [SystemProgram.transfer(transfer)],
      units: UNITS + extraUnits,
      maxPriorityFee,
    }),
  ])
  const kept = fee > LAMPORTS_PER_SIGNATURE ? fee + rentMinimum : fee
  const most = (sender?.lamports ?? 0n) - kept
  return most > 0n ? most : 0n
}

import type { Network } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { refusedBecause } from './errors.ts'

interface Account {
  network: Network
  fromAddress: string
}

/**
 * Allocates the lowest nonce from `next` on that no row of the ledger has, so that gaps are filled first. Call it with the
 * wallet locked and store the row in the same commit; a unique index guards both. `next` is the lowest nonce that the
 * chain accepts.
 */
const allocateNonce = async (tx: Tx, { network, fromAddress }: Account, next: number): Promise<bigint> => {
  const rows = await tx.transaction.findMany({
    where: { network, fromAddress, nonce: { gte: next } },
    select: { nonce: true },
    orderBy: { nonce: 'asc' },
  })
  let free = BigInt(next)
  for (const { nonce } of rows) {
    if (nonce !== free) break
    free += 1n
  }
  return free
}

/** The maximum of pending transactions from outside this server, such as with an exported key. */
const MAX_UNKNOWN_PENDING = 16n

/**
 * Refuses a next nonce far beyond all used and pending ones: with such a wrong answer of a node the wallet would be stuck.
 * Throws `chain_answer_unusable`.
 */
const requirePlausibleNonce = async (
  tx: Tx,
  { network, fromAddress }: Account,
  { used, next }: { used: number; next: number },
): Promise<void> => {
  const waiting = await tx.transaction.count({ where: { network, fromAddress, nonce: { gte: used }, settledAt: null } })
  if (BigInt(next) <= BigInt(used) + BigInt(waiting) + MAX_UNKNOWN_PENDING) return
  const message = `The chain node reports ${next - used} pending transactions of this wallet, which is implausible`
  throw new Problem('chain_answer_unusable', { message })
}

/**
 * The maximum cost of an account's pending transactions in the chain's own token, fees included, in smallest units. Pending
 * are those whose nonce was unused when the balance was read.
 */
const pendingCost = async (tx: Tx, { network, fromAddress }: Account, used: number): Promise<bigint> => {
  const rows = await tx.transaction.findMany({
    where: { network, fromAddress, nonce: { gte: used }, status: { in: ['created', 'submitted', 'confirmed'] } },
    select: { amount: true, token: true, maxFee: true },
  })
  return rows.reduce(
    (total, { amount, token, maxFee }) => total + (token === null ? BigInt(amount ?? 0) : 0n) + BigInt(maxFee ?? 0),
    0n,
  )
}

/** What a transaction takes from an account, in smallest units of the chain's own token. */
export interface AccountNeeds {
  /** Number of used nonces as of the block at which the balance was read. */
  used: number
  /** The lowest nonce that the node accepts next. */
  next: number
  balance: bigint
  needed: bigint
}

/**
 * Reserves the nonce of a transaction if the balance covers it and all pending ones; `why` explains a shortage by what pending
 * ones take. Call it with the wallet locked, and store the row in the same commit. Throws `insufficient_balance`,
 * `chain_answer_unusable`.
 */
export const reserveNonce = async (
  tx: Tx,
  account: Account,
  { used, next, balance, needed }: AccountNeeds,
  why: (waiting: bigint) => string,
): Promise<bigint> => {
  await requirePlausibleNonce(tx, account, { used, next })
  const waiting = await pendingCost(tx, account, used)
  if (balance < waiting + needed) throw refusedBecause('insufficient_balance', why(waiting))
  return allocateNonce(tx, account, next)
}

import type { Network } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

interface Account {
  network: Network
  fromAddress: string
}

/**
 * The lowest nonce from `next` on that no row of the ledger has: gaps are filled before anything is put behind them. To
 * be called with the wallet locked; the row that takes it is written by the same commit, and a unique index stands
 * behind all of it. `next` is the least that the chain takes now.
 */
export const allocateNonce = async (tx: Tx, { network, fromAddress }: Account, next: number): Promise<bigint> => {
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

/** So many transactions that this server knows nothing of may wait, as of an exported key. */
const STRANGERS = 16n

/**
 * Refuses what one wrong answer would freeze a wallet by: a next nonce far beyond all that was used or is on its way.
 * Throws `chain_answer_unusable`.
 */
export const requirePlausibleNonce = async (
  tx: Tx,
  { network, fromAddress }: Account,
  { used, next }: { used: number; next: number },
): Promise<void> => {
  const waiting = await tx.transaction.count({ where: { network, fromAddress, nonce: { gte: used }, settledAt: null } })
  if (BigInt(next) <= BigInt(used) + BigInt(waiting) + STRANGERS) return
  const message = `The chain node says that ${next - used} transactions of this wallet wait, which cannot be`
  throw new Problem('chain_answer_unusable', { message })
}

/**
 * What an account's transactions on their way will take of the chain's own token at most, fees included, in smallest
 * units: those whose nonce was not used yet when the balance was read.
 */
export const pendingCost = async (tx: Tx, { network, fromAddress }: Account, used: number): Promise<bigint> => {
  const rows = await tx.transaction.findMany({
    where: { network, fromAddress, nonce: { gte: used }, status: { in: ['created', 'submitted', 'confirmed'] } },
    select: { amount: true, token: true, maxFee: true },
  })
  return rows.reduce(
    (total, { amount, token, maxFee }) => total + (token === null ? BigInt(amount ?? 0) : 0n) + BigInt(maxFee ?? 0),
    0n,
  )
}

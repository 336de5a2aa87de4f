import type { HistoryEntry } from '@openauth/client'
import type { TransactionModel } from '../../db.ts'
import { decimalsOf } from './present-sends.ts'

/** How many transactions are read from a node at the same time. */
const CONCURRENCY = 5

/** The number of entries whose details are read from the chain; each needs a call to a possibly shared node. */
export const DETAILED = 20

/** An amount that left the wallet. */
export const negative = (amount: string | null): string | null =>
  amount === null || amount === '0' ? amount : `-${amount}`

/** The decimals of an entry, if they are known. */
export const shownDecimals = (decimals: number | null | undefined): { decimals?: number } =>
  typeof decimals === 'number' ? { decimals } : {}

/** A row of the ledger with a signature, as an entry of a history. */
export const entryOf = (row: TransactionModel): HistoryEntry => ({
  signature: row.signature!,
  at: row.submittedAt ?? row.createdAt,
  failed: row.status === 'failed',
  transactionId: row.id,
  token: row.token,
  change: row.status === 'failed' ? '0' : negative(row.amount),
  counterparty: row.toAddress,
  ...shownDecimals(decimalsOf(row)),
})

/** Does work for each item, a few at a time. */
export const inBatches = async <T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let start = 0; start < items.length; start += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(work))))
  return results
}

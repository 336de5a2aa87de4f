import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { pageOf, skipTake } from '../page.ts'
import { presentSends } from './present-sends.ts'

/** Columns that no list shows. */
export const omit = { signed: true, bodyDigest: true, formerSignatures: true } as const

/** Finds a send of a user of an app. Throws `transaction_not_found`. */
export const findTransaction = async (tx: Tx, appId: string, id: string) => {
  const where = { id, user: { appId, deletedAt: null } }
  const row = await tx.transaction.findFirst({ where, omit })
  if (!row) throw new Problem('transaction_not_found')
  return { ...(await presentSends(tx, [row]))[0]!, userId: row.userId! }
}

interface ListQuery {
  page: number
  limit: number
  /** Only the send with this key. */
  idempotencyKey?: string | undefined
}

/** A page of a user's sends, newest first. */
export const listTransactions = async (tx: Tx, userId: string, { page, limit, idempotencyKey }: ListQuery) => {
  const where = { userId, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
  const rows = await tx.transaction.findMany({
    where,
    omit,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...skipTake({ page, limit }),
  })
  return pageOf(await presentSends(tx, rows), await tx.transaction.count({ where }), limit)
}

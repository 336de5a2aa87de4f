import type { Network } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { pageOf, skipTake } from '../page.ts'

/** A page of a user's sends, newest first. */
export const listTransactions = async (tx: Tx, userId: string, { page, limit }: { page: number; limit: number }) => {
  const where = { userId }
  const rows = await tx.transaction.findMany({
    where,
    omit: { signed: true, bodyDigest: true, formerSignatures: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...skipTake({ page, limit }),
  })
  const shown = rows.map((row) => ({ ...row, network: row.network as Network }))
  return pageOf(shown, await tx.transaction.count({ where }), limit)
}

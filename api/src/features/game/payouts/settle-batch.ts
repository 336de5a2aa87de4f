import type { Tx } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import type { OpenBatch } from './batches.ts'

/** Transactions that the chain may refuse before a claim has failed. */
const MOST_TRIES = 3

/**
 * Ends a batch whose transaction the chain refuses: its claims are queued again, each by itself from now on, and one that was refused
 * too often has failed. Does nothing to a batch with another transaction than `batch` has: another server has signed it meanwhile.
 */
export const blame = async (
  tx: Tx,
  { id: batchId, transactionId }: Pick<OpenBatch, 'id' | 'transactionId'>,
  now: number,
): Promise<void> => {
  const open = { id: batchId, transactionId, settledAt: null }
  const ended = await tx.payoutBatch.updateMany({ where: open, data: { settledAt: now } })
  if (ended.count === 0) return
  const where = { batchId, status: 'sending' as const }
  await tx.ringClaim.updateMany({
    where: { ...where, tries: { gte: MOST_TRIES - 1 } },
    data: { status: 'failed', problem: 'refused_by_chain', tries: { increment: 1 }, batchId: null, settledAt: now },
  })
  await tx.ringClaim.updateMany({ where, data: { status: 'queued', tries: { increment: 1 }, batchId: null } })
}

/** Ends a batch whose transaction is final. Of several servers one does. Tells whether it is final. */
export const settleBatch = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  batch: OpenBatch,
): Promise<boolean> => {
  const { id, transactionId } = batch
  const sent = await db.prisma.transaction.findUniqueOrThrow({
    where: { id: transactionId! },
    select: { status: true, settledAt: true, signature: true },
  })
  if (sent.settledAt === null) return false
  const now = clock()
  await db.transaction(async (tx) => {
    if (sent.status === 'failed') return blame(tx, batch, now)
    const ended = await tx.payoutBatch.updateMany({ where: { id, settledAt: null }, data: { settledAt: now } })
    if (ended.count === 0) return
    const where = { batchId: id, status: 'sending' as const }
    // An expired transaction can never be included, so its claims may be paid by another.
    if (sent.status === 'expired')
      await tx.ringClaim.updateMany({ where, data: { status: 'queued', batchId: null, signature: null } })
    else await tx.ringClaim.updateMany({ where, data: { status: 'paid', signature: sent.signature, settledAt: now } })
  })
  return true
}

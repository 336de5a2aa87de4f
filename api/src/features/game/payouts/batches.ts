import type { PayoutBatchModel, RingClaimModel, Tx } from '../../../db.ts'
import { MOST_PAYOUTS } from '../../../lib/solana/payout-limits.ts'
import { DAY } from '../account.ts'
import { readRules } from '../rules.ts'
import { lockTreasury, missingToken } from './treasury.ts'

/** Claims that one look considers. */
const CONSIDERED = 64
export type Claim = RingClaimModel

/** A batch that is not final, with its claims. */
export interface OpenBatch extends PayoutBatchModel {
  claims: Claim[]
}

/** Claims that are due, of live players whose payouts no review delays; the longest waiting first. */
const findDue = (tx: Tx, appId: string, now: number, leftOut: { above: bigint | null; token: string | null }) =>
  tx.$queryRaw<Claim[]>`
    SELECT c.* FROM "RingClaim" c
    JOIN "Player" p ON p."userId" = c."userId"
    JOIN "User" u ON u.id = c."userId"
    WHERE c."appId" = ${appId}::uuid AND c.status = 'queued' AND c."dueAt" <= ${now}
      AND (${leftOut.above}::bigint IS NULL OR c.amount <= ${leftOut.above}) AND c.token IS DISTINCT FROM ${leftOut.token}
      AND p."payoutHeldSince" IS NULL AND u."disabledAt" IS NULL AND u."deletedAt" IS NULL
    ORDER BY c."dueAt", c.id LIMIT ${CONSIDERED}`

/** Claims of one token that fit into a transaction. One that the chain refused before goes alone, so that it delays no other. */
const chooseTogether = (due: Claim[]): Claim[] => {
  const [first] = due
  if (!first) return []
  if (first.tries > 0) return [first]
  return due.filter(({ token, tries }) => token === first.token && tries === 0).slice(0, MOST_PAYOUTS)
}

/** Smallest units of a token that were paid in the last day, or are being paid. */
const paidToday = async (tx: Tx, { appId, token }: Claim, now: number): Promise<bigint> => {
  const batches = await tx.payoutBatch.findMany({
    where: { appId, createdAt: { gt: now - DAY } },
    select: { id: true },
  })
  const { _sum: sum } = await tx.ringClaim.aggregate({
    where: { appId, token, status: { in: ['sending', 'paid'] }, batchId: { in: batches.map(({ id }) => id) } },
    _sum: { amount: true },
  })
  return sum.amount ?? 0n
}

/** As many of the claims, from the first, as the day's limit allows. */
const withinLimit = async (tx: Tx, claims: Claim[], limit: bigint | null, now: number): Promise<Claim[]> => {
  if (limit === null) return claims
  let left = limit - (await paidToday(tx, claims[0]!, now))
  const tooMuch = claims.findIndex(({ amount }) => {
    left -= amount
    return left < 0n
  })
  return tooMuch < 0 ? claims : claims.slice(0, tooMuch)
}

/** The app's batch that is not final, if there is one. */
export const findOpenBatch = async (tx: Tx, appId: string): Promise<OpenBatch | undefined> => {
  const batch = await tx.payoutBatch.findFirst({ where: { appId, settledAt: null } })
  if (!batch) return undefined
  const claims = await tx.ringClaim.findMany({
    where: { batchId: batch.id, status: 'sending' },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
  })
  return { ...batch, claims }
}

/** Puts claims into a batch, each by a statement that holds only while it is queued; those that were returned meanwhile stay out. */
const assign = async (tx: Tx, batchId: string, claims: Claim[]): Promise<number> => {
  let assigned = 0
  for (const { userId, id } of claims) {
    const where = { userId, id, status: 'queued' as const }
    assigned += (await tx.ringClaim.updateMany({ where, data: { status: 'sending', batchId } })).count
  }
  return assigned
}

/**
 * Opens a batch of claims that are due, while the treasury is locked. Claims above the day's limit wait until the rules allow them, and those
 * of a token that the treasury lacks until it is looked for again; they delay no others. Answers `none` where nothing is due, the treasury is
 * paused or another batch is open, `limit` where the day's limit leaves no room, and `token` where only claims of a missing token wait.
 */
export const openBatch = async (tx: Tx, appId: string, now: number): Promise<'opened' | 'none' | 'limit' | 'token'> => {
  const treasury = await lockTreasury(tx, appId)
  if (!treasury || treasury.pausedBecause !== null) return 'none'
  if (await tx.payoutBatch.findFirst({ where: { appId, settledAt: null }, select: { id: true } })) return 'none'
  const { dailyUnits } = (await readRules(tx, appId)).rules.payouts
  const limit = dailyUnits === null ? null : BigInt(dailyUnits)
  const token = missingToken(treasury, now)
  const due = chooseTogether(await findDue(tx, appId, now, { above: limit, token }))
  if (due.length === 0) {
    if (token !== null) return 'token'
    return limit !== null && (await findDue(tx, appId, now, { above: null, token: null })).length > 0 ? 'limit' : 'none'
  }
  const claims = await withinLimit(tx, due, limit, now)
  if (claims.length === 0) return 'limit'
  const { id } = await tx.payoutBatch.create({ data: { appId, createdAt: now }, select: { id: true } })
  if ((await assign(tx, id, claims)) > 0) return 'opened'
  await tx.payoutBatch.delete({ where: { id } })
  return 'none'
}

/** Removes a batch unless it is signed; of several servers one does. Tells whether this call did. */
export const removeUnsigned = async (tx: Tx, batchId: string): Promise<boolean> =>
  (await tx.payoutBatch.deleteMany({ where: { id: batchId, transactionId: null, settledAt: null } })).count > 0

/** Queues the claims of a batch again, or one of them. The caller holds the batch, which is not signed. */
export const release = (tx: Tx, batchId: string, claim?: Pick<Claim, 'userId' | 'id'>) =>
  tx.ringClaim.updateMany({
    where: { batchId, status: 'sending', ...claim },
    data: { status: 'queued', batchId: null },
  })

/** Ends a batch that was not signed: its claims are queued again. Does nothing to a signed one. */
export const dissolve = async (tx: Tx, batchId: string): Promise<void> => {
  if (await removeUnsigned(tx, batchId)) await release(tx, batchId)
}

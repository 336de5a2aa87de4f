import type { PayoutBatchModel, RingClaimModel, Tx } from '../../../db.ts'
import { DAY } from '../account.ts'
import { readRules } from '../rules.ts'
import { MOST_PAYOUTS } from './payout-chain.ts'
import { lockTreasury, missingTokens } from './treasury.ts'

/** Claims that one look considers. */
const CONSIDERED = 64
/** How long larger claims let smaller ones pass that the day's limit has room for. Then it waits for them. */
const LETS_PASS = 2 * DAY

export type Claim = RingClaimModel

/** A batch that is not final, with its claims. */
export interface OpenBatch extends PayoutBatchModel {
  claims: Claim[]
}

/** What is paid of an app's claims in one token now. */
interface Asked {
  appId: string
  token: string
  now: number
  /** Smallest units of the largest claim; null: no limit. */
  most: bigint | null
}

/** Claims in a token that are due, of live players whose payouts no review delays; the longest waiting first. */
const findDue = (tx: Tx, { appId, token, now, most }: Asked, limit: number) =>
  tx.$queryRaw<Claim[]>`
    SELECT c.* FROM "RingClaim" c
    JOIN "Player" p ON p."userId" = c."userId"
    JOIN "User" u ON u.id = c."userId"
    WHERE c."appId" = ${appId}::uuid AND c.status = 'queued' AND c.token = ${token} AND c."dueAt" <= ${now}
      AND (${most}::bigint IS NULL OR c.amount <= ${most})
      AND p."payoutHeldSince" IS NULL AND u."disabledAt" IS NULL AND u."deletedAt" IS NULL
    ORDER BY c."dueAt", c.id LIMIT ${limit}::int`

/** The tokens of claims that wait, that of the longest waiting first. */
const findTokens = async (tx: Tx, appId: string, now: number): Promise<string[]> => {
  const rows = await tx.$queryRaw<{ token: string }[]>`
    SELECT token FROM "RingClaim" WHERE "appId" = ${appId}::uuid AND status = 'queued' AND "dueAt" <= ${now}
    GROUP BY token ORDER BY min("dueAt"), token`
  return rows.map(({ token }) => token)
}

/** As many claims as fit into an amount, from the first; those that do not fit are left out. */
export const fitting = (claims: Claim[], most: bigint): Claim[] => {
  let left = most
  return claims.filter(({ amount }) => {
    if (amount > left) return false
    left -= amount
    return true
  })
}

/** Smallest units of a token that were paid in the last day, or are being paid. */
const paidToday = async (tx: Tx, { appId, token, now }: Asked): Promise<bigint> => {
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

/** What the day's limit has room for now: nothing while a claim waits for it that has let others pass for long. Null: there is no limit. */
const roomOf = async (tx: Tx, asked: Asked): Promise<bigint | null> => {
  if (asked.most === null) return null
  const room = asked.most - (await paidToday(tx, asked))
  const [first] = await findDue(tx, asked, 1)
  return first && first.amount > room && Number(first.dueAt) + LETS_PASS < asked.now ? 0n : room
}

/** Claims that fit into a transaction, and into the day's limit. One that the chain refused before goes alone, so that it delays no other. */
const chooseTogether = async (tx: Tx, asked: Asked): Promise<Claim[]> => {
  const room = await roomOf(tx, asked)
  const due = await findDue(tx, { ...asked, most: room }, CONSIDERED)
  const [first] = due
  if (!first || first.tries > 0) return first ? [first] : []
  const fresh = due.filter(({ tries }) => tries === 0)
  return (room === null ? fresh : fitting(fresh, room)).slice(0, MOST_PAYOUTS)
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

/** Claims to pay next: of the first token that has any. `isLimited` tells that the day's limit keeps some from payment. */
const chooseNext = async (tx: Tx, asked: Omit<Asked, 'token'> & { without: readonly string[] }) => {
  const { appId, now, without } = asked
  const tokens = (await findTokens(tx, appId, now)).filter((token) => !without.includes(token))
  let isLimited = false
  for (const token of tokens) {
    const claims = await chooseTogether(tx, { ...asked, token })
    if (claims.length > 0) return { claims, isLimited }
    isLimited ||= (await findDue(tx, { ...asked, token, most: null }, 1)).length > 0
  }
  return { claims: [], isLimited }
}

/**
 * Opens a batch of claims that are due, while the treasury is locked. Claims above the day's limit wait until the rules allow them, those that it
 * has no room for let smaller ones pass for some days, and those of a token that the treasury lacks wait until it is looked for again; they delay
 * no others. Answers `none` where nothing is due, the treasury is paused or another batch is open, `limit` where the day's limit leaves no room,
 * and `token` where only claims of missing tokens wait.
 */
export const openBatch = async (tx: Tx, appId: string, now: number): Promise<'opened' | 'none' | 'limit' | 'token'> => {
  const treasury = await lockTreasury(tx, appId)
  if (!treasury || treasury.pausedBecause !== null) return 'none'
  if (await tx.payoutBatch.findFirst({ where: { appId, settledAt: null }, select: { id: true } })) return 'none'
  const { dailyUnits } = (await readRules(tx, appId)).rules.payouts
  const without = missingTokens(treasury, now)
  const most = dailyUnits === null ? null : BigInt(dailyUnits)
  const { claims, isLimited } = await chooseNext(tx, { appId, now, most, without })
  if (claims.length === 0) return isLimited ? 'limit' : without.length > 0 ? 'token' : 'none'
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

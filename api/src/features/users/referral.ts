import { LISTED_REFERRALS } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Database, Prisma, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'

/** How many referrers upwards are answered. */
const CHAIN_LENGTH = 10

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The first invited users of a level, and their total, which is counted only where the list is not complete. */
const findInvited = async (tx: Tx, invited: Prisma.UserWhereInput) => {
  const where = { ...invited, deletedAt: null }
  const rows = await tx.user.findMany({
    where,
    select: { id: true },
    orderBy: [{ referredAt: 'asc' }, { id: 'asc' }],
    take: LISTED_REFERRALS,
  })
  return { listed: ids(rows), total: rows.length < LISTED_REFERRALS ? rows.length : await tx.user.count({ where }) }
}

/** A user's referrers upwards, itself first, and two levels of users that it invited. */
export const findReferral = async (tx: Tx, userId: string) => {
  const chain = await tx.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id, "referrerId", "deletedAt", 0 AS depth FROM "User" WHERE id = ${userId}::uuid
      UNION ALL
      SELECT u.id, u."referrerId", u."deletedAt", chain.depth + 1
      FROM "User" u JOIN chain ON u.id = chain."referrerId"
      WHERE chain.depth < ${CHAIN_LENGTH}::int
    )
    SELECT id FROM chain WHERE "deletedAt" IS NULL ORDER BY depth`
  const first = await findInvited(tx, { referrerId: userId })
  const second = await findInvited(tx, { referrer: { referrerId: userId } })
  return {
    referralChain: ids(chain),
    referrals1: first.listed,
    referrals2: second.listed,
    totalReferrals1: first.total,
    totalReferrals2: second.total,
  }
}

const isBelow = async (tx: Tx, userId: string, ofUser: string): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    WITH RECURSIVE above AS (
      SELECT "referrerId" FROM "User" WHERE id = ${userId}::uuid
      UNION
      SELECT u."referrerId" FROM "User" u JOIN above ON u.id = above."referrerId"
    )
    SELECT 1 FROM above WHERE "referrerId" = ${ofUser}::uuid LIMIT 1`
  return rows.length > 0
}

/** The user that a refer code names as the referrer; undefined where the user has a referrer already. */
const findBinding = async (tx: Tx, appId: string, userId: string, referCode: string): Promise<string | undefined> => {
  const user = await tx.user.findFirst({ where: { id: userId, appId, deletedAt: null } })
  if (!user) throw new Problem('user_not_found')
  const code = referCode.trim().toUpperCase()
  const referrer = await tx.user.findFirst({ where: { appId, referCode: code, deletedAt: null } })
  if (!referrer) throw new Problem('referrer_not_found')
  if (referrer.id === userId) throw new Problem('own_referrer')
  return user.referrerId ? undefined : referrer.id
}

/**
 * Sets a user's referrer. An advisory lock serializes the bindings of one app: three concurrent ones could close a
 * loop that none of them sees. A user with a referrer keeps it, and no audit line is written.
 * Throws user_not_found, referrer_not_found, own_referrer, referral_loop.
 */
export const bindReferrer = async (
  db: Database,
  { appId, userId }: { appId: string; userId: string },
  referCode: string,
  context: Context,
): Promise<void> => {
  // Checked once without the lock, so that calls that would change nothing do not delay others.
  if (!(await findBinding(db.prisma, appId, userId, referCode))) return
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`referral ${appId}`}, 0))`
    const referrerId = await findBinding(tx, appId, userId, referCode)
    if (!referrerId) return
    if (await isBelow(tx, referrerId, userId)) throw new Problem('referral_loop')
    await tx.user.update({ where: { id: userId }, data: { referrerId, referredAt: new Date() } })
    await record(tx, context, { action: 'user.bind-referrer', appId, targetId: userId, details: { referrerId } })
  })
}

import type { Database, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** How far up the referral chain is told. */
const CHAIN_LENGTH = 10

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

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
  const first = await tx.user.findMany({
    where: { referrerId: userId, deletedAt: null },
    select: { id: true },
    orderBy: [{ referredAt: 'asc' }, { id: 'asc' }],
  })
  const second = await tx.user.findMany({
    where: { referrer: { referrerId: userId }, deletedAt: null },
    select: { id: true },
    orderBy: [{ referredAt: 'asc' }, { id: 'asc' }],
  })
  return { referralChain: ids(chain), referrals1: ids(first), referrals2: ids(second) }
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

/** Whom a code names as the user's referrer; undefined where the user has one already. */
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
 * Sets who invited a user. Bindings of one app follow one another (an advisory lock), since three at once could
 * otherwise close a loop that none of them sees. A user that has a referrer keeps it.
 * Throws user_not_found, referrer_not_found, own_referrer, referral_loop.
 */
export const bindReferrer = async (db: Database, appId: string, userId: string, referCode: string): Promise<void> => {
  // What needs no lock is refused before one is waited for, so that a stream of idle calls holds nobody up.
  if (!(await findBinding(db.prisma, appId, userId, referCode))) return
  await db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`referral ${appId}`}, 0))`
    const referrerId = await findBinding(tx, appId, userId, referCode)
    if (!referrerId) return
    if (await isBelow(tx, referrerId, userId)) throw new Problem('referral_loop')
    await tx.user.update({ where: { id: userId }, data: { referrerId, referredAt: new Date() } })
  })
}

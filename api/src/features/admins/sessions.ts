import { randomUUID } from 'node:crypto'
import type { Database, Statement, Tx } from '../../db.ts'
import type { AdminClaims } from '../../lib/tokens.ts'
import type { AdminIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import type { Platform } from '../../resources.ts'
import type { LoginOrigin } from '../sessions/start.ts'

/** An admin's session ends after this time without use. Seconds. */
export const IDLE_LIMIT = 7 * 86_400
/** An admin's session ends after this time in any case. Seconds. */
const MAX_LIFETIME = 30 * 86_400

/** When a session that starts now ends at the latest. */
export const latestSessionEnd = (): Date => new Date(Date.now() + MAX_LIFETIME * 1000)

const use: Statement = {
  name: 'admin-session-use',
  text: `
    UPDATE "AdminSession" s
    SET "lastUsedAt" = now(),
        "expiresAt" = least(now() + make_interval(secs => $3), s."createdAt" + make_interval(secs => $4))
    FROM "Admin" a
    WHERE s.id = $1 AND s."adminId" = $2 AND a.id = s."adminId" AND a."deletedAt" IS NULL AND s."expiresAt" > now()
    RETURNING a.role, CASE WHEN a."allApps" THEN NULL ELSE a."appIds"::text[] END AS "appIds",
      s."deviceName" IS NOT NULL AS "isByCode"`,
}

/**
 * The admin of a session, where it is valid. Each use reads the database, so that a deleted admin stops at once, and one
 * whose role was changed has the new one from the next call on.
 */
export const touchAdminSession = async (
  db: Database,
  { sessionId, adminId }: AdminClaims,
): Promise<AdminIdentity | undefined> => {
  const [rights] = await db.query<Pick<AdminIdentity, 'role' | 'appIds' | 'isByCode'>>(use, [
    sessionId,
    adminId,
    IDLE_LIMIT,
    MAX_LIFETIME,
  ])
  return rights && { kind: 'admin', adminId, sessionId, ...rights }
}

/**
 * Starts a session for an admin whose password was checked; undefined where the password was changed or the admin
 * deleted meanwhile: the admin's row is locked and must still have the hash that was checked. `note` is called in the
 * same transaction: no session without its audit line.
 */
export const startAdminSession = async (
  { db, tokens, findPlace }: Pick<Platform, 'db' | 'tokens' | 'findPlace'>,
  { id: adminId, passwordHash }: { id: number; passwordHash: string },
  { ip, userAgent }: LoginOrigin,
  note: (tx: Tx) => Promise<void>,
): Promise<string | undefined> => {
  const sessionId = randomUUID()
  const { country, city } = findPlace(ip)
  const started = await db.transaction(async (tx) => {
    const count = await tx.$executeRaw`
      WITH held AS (
        SELECT id FROM "Admin" WHERE id = ${adminId} AND "passwordHash" = ${passwordHash} AND "deletedAt" IS NULL
        FOR NO KEY UPDATE
      )
      INSERT INTO "AdminSession" (id, "adminId", ip, country, city, "userAgent", "expiresAt")
      SELECT ${sessionId}::uuid, held.id, ${ip}, ${country}, ${city}, ${userAgent}, now() + make_interval(secs => ${IDLE_LIMIT}::int) FROM held`
    if (count > 0) await note(tx)
    return count > 0
  })
  if (!started) return undefined
  return tokens.signAdmin({ adminId, sessionId }, latestSessionEnd())
}

/**
 * Locks the session of a call until the end of the transaction. A call that waited while its session was ended, by a new password or
 * by an owner, changes no login after that. Lock the admin first, as whoever ends all sessions of one does. Throws `unauthorized`.
 */
export const lockSession = async (tx: Tx, { sessionId }: AdminIdentity): Promise<void> => {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT id FROM "AdminSession" WHERE id = ${sessionId}::uuid AND "expiresAt" > now() FOR KEY SHARE`
  if (held.length === 0) throw new Problem('unauthorized')
}

/** Locks the admin of a call, and its session. Throws `unauthorized`. */
export const lockCaller = async (tx: Tx, identity: AdminIdentity): Promise<void> => {
  await tx.$queryRaw`SELECT id FROM "Admin" WHERE id = ${identity.adminId} FOR UPDATE`
  await lockSession(tx, identity)
}

/** Ends an admin's sessions, all or all but one. Returns how many. */
export const endAdminSessions = async (tx: Tx, adminId: number, except?: string): Promise<number> => {
  const { count } = await tx.adminSession.deleteMany({ where: { adminId, ...(except ? { NOT: { id: except } } : {}) } })
  return count
}

import type { Database, Statement, Tx } from '../../db.ts'
import type { AdminClaims, Tokens } from '../../lib/tokens.ts'
import type { Origin } from '../account/sessions.ts'

/** An admin's session ends after this time without use. Seconds. */
const IDLE = 7 * 86_400
/** And after this time in any case. Seconds. */
const LONGEST = 30 * 86_400

const use: Statement = {
  name: 'admin-session-use',
  text: `
    UPDATE "AdminSession" s
    SET "lastUsedAt" = now(),
        "expiresAt" = least(now() + make_interval(secs => $3), s."createdAt" + make_interval(secs => $4))
    FROM "Admin" a
    WHERE s.id = $1 AND s."adminId" = $2 AND a.id = s."adminId" AND a."deletedAt" IS NULL AND s."expiresAt" > now()
    RETURNING a.username`,
}

/** Whether an admin's session stands; each use is asked of the database, so that a deleted admin stops at once. */
export const useAdminSession = async (db: Database, { sessionId, adminId }: AdminClaims): Promise<boolean> =>
  (await db.query(use, [sessionId, adminId, IDLE, LONGEST])).length > 0

/** Starts a session for an admin that proved who it is; the answer is its token. */
export const startAdminSession = async (
  db: Database,
  tokens: Tokens,
  adminId: number,
  { ip, userAgent }: Origin,
): Promise<string> => {
  const now = Date.now()
  const session = await db.prisma.adminSession.create({
    data: { adminId, ip, userAgent, expiresAt: new Date(now + IDLE * 1000) },
  })
  return tokens.signAdmin({ adminId, sessionId: session.id }, new Date(now + LONGEST * 1000))
}

/** Ends an admin's sessions, all or all but one. */
export const endAdminSessions = async (tx: Tx, adminId: number, except?: string): Promise<void> => {
  await tx.adminSession.deleteMany({ where: { adminId, ...(except ? { NOT: { id: except } } : {}) } })
}

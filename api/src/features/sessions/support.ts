import { type AdminRole, endpoints, includesRole, SUPPORT } from '@openauth/client'
import type { UserIdentity } from '../../handler.ts'
import type { Database, Statement, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { SupportClaims } from '../../lib/tokens.ts'
import { record } from '../audit/record.ts'

interface LiveSupport {
  adminId: number
  role: AdminRole
  reason: string
}

/**
 * An access of support is valid with its user, its app, the app's switch, the session of the admin that began it, and the
 * apps of that admin. Each call reads all of it, so that each ends it at once on every server.
 */
const findLive: Statement = {
  name: 'support-live',
  text: `
    SELECT s."adminId", a.role, s.reason
    FROM "SupportSession" s
    JOIN "User" u ON u.id = s."userId" AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
    JOIN "App" p ON p.id = u."appId" AND p."deletedAt" IS NULL AND p."impersonationEnabled"
    JOIN "Admin" a ON a.id = s."adminId" AND a."deletedAt" IS NULL AND (a."allApps" OR p.id = ANY (a."appIds"))
    JOIN "AdminSession" l ON l.id = s."adminSessionId" AND l."adminId" = a.id AND l."expiresAt" > now()
    WHERE s.id = $1 AND s."userId" = $2 AND p.id = $3 AND s."endedAt" IS NULL AND s."expiresAt" > now()`,
}

/** Adds a call to those that were made; a row only the first time, also of concurrent calls. */
const noteCall: Statement = {
  name: 'support-call',
  text: `
    UPDATE "SupportSession" SET calls = array_append(calls, $2), "lastUsedAt" = now()
    WHERE id = $1 AND NOT ($2 = ANY (calls)) RETURNING id`,
}

/**
 * The identity of an admin who acts in the name of a user; undefined where the access has ended. Each call that it makes
 * is in the audit trail once; changes have lines of their own beside.
 * @param call `group.verb` of a call that support may make; undefined for others
 * Throws `support_call_refused`.
 */
export const admitSupport = async (
  db: Database,
  { supportId, userId, appId }: SupportClaims,
  ip: string,
  call: string | undefined,
): Promise<UserIdentity | undefined> => {
  const [live] = await db.query<LiveSupport>(findLive, [supportId, userId, appId])
  if (!live || !includesRole(live.role, endpoints.users.impersonate.role)) return undefined
  if (call === undefined) throw new Problem('support_call_refused')
  const { adminId, reason } = live
  const identity = { kind: 'user', userId, appId, sessionId: supportId, support: { adminId, reason } } as const
  const noted = await db.query(noteCall, [supportId, call])
  if (noted.length > 0)
    await record(
      db.prisma,
      { identity, ip },
      { action: 'user.support-call', appId, targetId: userId, details: { call } },
    )
  return identity
}

/** Ends accesses of support to a user, one, all or all but one; resolves to how many. */
export const endSupport = async (
  tx: Tx,
  { userId, id, except }: { userId: string; id?: string | undefined; except?: string | undefined },
): Promise<number> => {
  const now = new Date()
  const { count } = await tx.supportSession.updateMany({
    where: {
      userId,
      endedAt: null,
      expiresAt: { gt: now },
      ...(id ? { id } : {}),
      ...(except ? { NOT: { id: except } } : {}),
    },
    data: { endedAt: now },
  })
  return count
}

/** The accesses of support that go on, in the form of sessions. Neither place nor program of the admin is the user's to see. */
export const listSupport = async (tx: Tx, userId: string) => {
  const rows = await tx.supportSession.findMany({
    where: { userId, endedAt: null, expiresAt: { gt: new Date() }, adminSessionId: { not: null } },
    select: { id: true, createdAt: true, lastUsedAt: true, expiresAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  })
  return rows.map((row) => ({ ...row, method: SUPPORT, ip: null, country: null, city: null, userAgent: null }))
}

/** The accesses of support since a time, in the form of account changes. */
export const listSupportAccess = async (tx: Tx, userId: string, since: Date) => {
  const rows = await tx.supportSession.findMany({
    where: { userId, createdAt: { gt: since } },
    select: { id: true, createdAt: true },
  })
  const shown = { kind: 'support_access', method: SUPPORT, display: null, ip: null, userAgent: null } as const
  return rows.map((row) => ({ ...row, ...shown, undoableUntil: null, undoneAt: null }))
}

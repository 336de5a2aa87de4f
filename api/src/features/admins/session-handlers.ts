import { includesRole } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { pageOf, skipTake } from '../page.ts'
import { roleTooLow } from './rights.ts'
import { endAdminSessions } from './sessions.ts'
import { findAdmin, forgetAdminClients, present } from './stored-admins.ts'

/** Whose sessions an admin may see and end: an owner everybody's, others their own. */
const reachable = ({ adminId, role }: AdminIdentity) => (includesRole(role, 'owner') ? {} : { adminId })

/** Ends the caller's other sessions, or for an owner all of another admin. Throws `role_too_low`, `admin_not_found`. */
const revokeOthers = async (
  { db }: Pick<Platform, 'db'>,
  adminId: number,
  context: Context<AdminIdentity>,
): Promise<number> => {
  const { adminId: own, sessionId, role } = context.identity
  if (adminId !== own && !includesRole(role, 'owner')) throw roleTooLow(role)
  return db.transaction(async (tx) => {
    await findAdmin(tx, adminId)
    const ended = await endAdminSessions(tx, adminId, sessionId)
    await forgetAdminClients(tx, adminId)
    await record(tx, context, {
      action: 'admin-session.revoke-others',
      targetId: String(adminId),
      details: { ended },
    })
    return ended
  })
}

export const adminSessionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'adminSessions'> => ({
  list: async ({ page, limit, adminId }, { identity }) => {
    const isOf = adminId === undefined ? {} : { adminId }
    const where = { expiresAt: { gt: new Date() }, admin: present, AND: [isOf, reachable(identity)] }
    const rows = await db.prisma.adminSession.findMany({
      where,
      include: { admin: true },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
      ...skipTake({ page, limit }),
    })
    const data = rows.map(({ admin, ...session }) => ({
      ...session,
      username: admin.username,
      current: session.id === identity.sessionId,
    }))
    return pageOf(data, await db.prisma.adminSession.count({ where }), limit)
  },

  revoke: async ({ id }, context) => {
    await db.transaction(async (tx) => {
      const where = { id, ...reachable(context.identity) }
      const session = await tx.adminSession.findFirst({ where })
      const { count } = await tx.adminSession.deleteMany({ where })
      if (!session || count === 0) throw new Problem('session_not_found')
      await forgetAdminClients(tx, session.adminId)
      await record(tx, context, { action: 'admin-session.revoke', targetId: id })
    })
    return {}
  },

  revokeOthers: async ({ adminId }, context) => ({
    ended: await revokeOthers({ db }, adminId ?? context.identity.adminId, context),
  }),
})

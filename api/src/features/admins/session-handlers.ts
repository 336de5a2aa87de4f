import { includesRole } from '@openauth/client'
import type { AdminIdentity, Handlers } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { pageOf, skipTake } from '../page.ts'
import { forgetAdminClients, present } from './stored-admins.ts'

/** Whose sessions an admin may see and end: an owner everybody's, others their own. */
const reachable = ({ adminId, role }: AdminIdentity) => (includesRole(role, 'owner') ? {} : { adminId })

export const adminSessionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'adminSessions'> => ({
  list: async ({ page, limit }, { identity }) => {
    const where = { expiresAt: { gt: new Date() }, admin: present, ...reachable(identity) }
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
})

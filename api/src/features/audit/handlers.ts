import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { pageOf, skipTake } from '../page.ts'

export const auditHandlers = ({ db }: Deps): Handlers<'audit'> => ({
  list: async ({ page, limit, appId, action }) => {
    const where = { ...(appId ? { appId } : {}), ...(action ? { action } : {}) }
    const rows = await db.prisma.auditEvent.findMany({ where, orderBy: { id: 'desc' }, ...skipTake({ page, limit }) })
    const data = rows.map((row) => ({ ...row, details: row.details as Record<string, unknown> }))
    return pageOf(data, await db.prisma.auditEvent.count({ where }), limit)
  },
})

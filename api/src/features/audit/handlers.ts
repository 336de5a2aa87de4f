import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { appsInReach } from '../../admin-rights.ts'
import { listEvents } from './list-events.ts'

export const auditHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'audit'> => ({
  list: async ({ appId, ...filters }, { identity }) =>
    listEvents(db.prisma, { ...filters, appIds: appsInReach(identity, appId) }),
})

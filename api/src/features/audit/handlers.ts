import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { listEvents } from './list-events.ts'

export const auditHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'audit'> => ({
  list: (filters) => listEvents(db.prisma, filters),
})

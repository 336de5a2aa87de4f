import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listEvents } from './list-events.ts'

export const auditHandlers = ({ db }: Deps): Handlers<'audit'> => ({
  list: (filters) => listEvents(db.prisma, filters),
})

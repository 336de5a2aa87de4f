import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { appsInReach } from '../../admin-rights.ts'
import { requireApp } from '../apps/require-app.ts'
import { readStats } from './read.ts'

export const statsHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'stats'> => ({
  get: async ({ appId, days }, { identity }) => {
    const appIds = appsInReach(identity, appId)
    if (appId !== undefined) await requireApp(db.prisma, appId)
    return readStats(db, { appIds, days })
  },
  ofApp: async ({ id, days }) => {
    await requireApp(db.prisma, id)
    return readStats(db, { appIds: [id], days })
  },
})

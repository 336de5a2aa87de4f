import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { requireApp } from '../apps/require-app.ts'
import { readStats } from './read.ts'

export const statsHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'stats'> => ({
  get: async ({ appId, days }) => {
    if (appId !== undefined) await requireApp(db.prisma, appId)
    return readStats(db, { appId, days })
  },
  ofApp: async ({ id, days }) => {
    await requireApp(db.prisma, id)
    return readStats(db, { appId: id, days })
  },
})

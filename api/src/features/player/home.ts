import type { PlayerConfig } from '@openauth/client'
import type { Database } from '../../db.ts'
import { playerBrandOf } from '../apps/brand.ts'
import { methodsOf } from '../apps/login-methods.ts'

/** How long the answer is cached; an app that is created or deleted shows after this at the latest. Milliseconds. */
const CACHE_TTL = 500

type Home = Pick<PlayerConfig, 'initialized' | 'app'>

export type ReadHome = (log: { warn: (message: string) => void }) => Promise<Home>

/** Of an app, only what strangers may see. Ids are made in the order of time, which decides between those of one moment. */
const read = async ({ prisma }: Database, appId: string | undefined): Promise<Home> => {
  const app = await prisma.app.findFirst({
    where: { deletedAt: null, ...(appId === undefined ? {} : { id: appId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const initialized = (await prisma.admin.count()) > 0
  if (!app) return { initialized, app: null }
  const { id, name, description, logoUrl } = app
  const brand = playerBrandOf(app)
  return { initialized, app: { id, name, description, logoUrl, methods: methodsOf(app), brand } }
}

/**
 * Whether there is an admin, and the app that the front end belongs to: the one of that id, or the first. Every page that
 * opens asks for it, so that it is read at most twice a second. That the id names no app is warned of once.
 */
export const createHome = (db: Database, appId: string | undefined): ReadHome => {
  let cached: { until: number; home: Promise<Home> } | undefined
  let hasWarned = false

  const ask = (): Promise<Home> => {
    if (cached && performance.now() < cached.until) return cached.home
    const home = read(db, appId)
    cached = { until: performance.now() + CACHE_TTL, home }
    home.catch(() => (cached = undefined))
    return home
  }

  return async (log) => {
    const home = await ask()
    if (appId !== undefined && !home.app && !hasWarned) {
      hasWarned = true
      log.warn(`PLAYER_APP_ID names no app (${appId}): the player app cannot log anybody in`)
    }
    return home
  }
}

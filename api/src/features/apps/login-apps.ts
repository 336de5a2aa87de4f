import { type LoginMethod, switchOf } from '@openauth/client'
import type { Database } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { cachedByKey } from '../../lib/cached-by-key.ts'
import { type AppOutput, presentApp, type PresentNeeds } from './settings.ts'

/** An app's settings with decrypted credentials. */
export type LoginApp = AppOutput

/** How long an app's settings are cached: the maximum delay of a change on another server. Milliseconds. */
const CACHE_TTL = 500

export interface LoginApps {
  /** Throws `app_not_found`. */
  get: (appId: string) => Promise<LoginApp>
  /** The same for an enabled method. Throws `login_method_disabled`. */
  getFor: (appId: string, method: LoginMethod) => Promise<LoginApp>
  /** Empties the cache after a change of settings. */
  invalidate: () => void
}

const read = async (db: Database, deps: PresentNeeds, id: string): Promise<LoginApp | undefined> => {
  const app = await db.prisma.app.findFirst({ where: { id, deletedAt: null }, include: { credentials: true } })
  return app ? await presentApp(db.prisma, deps, app) : undefined
}

/** A cache of app settings, which saves each login several statements and an unwrap. */
export const createLoginApps = (db: Database, deps: PresentNeeds): LoginApps => {
  const cached = cachedByKey(CACHE_TTL, (appId) => read(db, deps, appId))

  const get = async (appId: string): Promise<LoginApp> => {
    const app = await cached.get(appId)
    if (!app) throw new Problem('app_not_found')
    return app
  }

  return {
    get,
    getFor: async (appId, method) => {
      const app = await get(appId)
      if (!app[switchOf[method]]) throw new Problem('login_method_disabled')
      return app
    },
    invalidate: cached.clear,
  }
}

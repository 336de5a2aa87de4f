import { type CredentialName, type LoginMethod, switchOf } from '@openauth/client'
import { LRUCache } from 'lru-cache'
import type { AppModel, Database } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../lib/custody/custody.ts'
import { presentApp } from '../apps/settings.ts'

/** An app as logins need it: its settings, with the credentials opened. */
export type LoginApp = AppModel & Record<CredentialName, string | null>

/** How long an app's settings are cached; a method that another server switches off stops after this at the latest. Milliseconds. */
const CACHE_TTL = 500

export interface LoginApps {
  /** Throws `app_not_found`. */
  get: (appId: string) => Promise<LoginApp>
  /** The same, where the method is switched on; throws `login_method_disabled` where it is not. */
  getFor: (appId: string, method: LoginMethod) => Promise<LoginApp>
  /** Empties the cache after a change of settings. */
  invalidate: () => void
}

const read = async (db: Database, keys: Custody, id: string): Promise<LoginApp | undefined> => {
  const app = await db.prisma.app.findFirst({ where: { id, deletedAt: null }, include: { credentials: true } })
  return app ? ((await presentApp(db.prisma, keys, app)) as LoginApp) : undefined
}

/** Settings of apps, read at most twice a second each: a login would otherwise pay several statements and an unwrap. */
export const createLoginApps = (db: Database, keys: Custody): LoginApps => {
  const cached = new LRUCache<string, Promise<LoginApp | undefined>>({ max: 1000, ttl: CACHE_TTL })

  const ask = (appId: string): Promise<LoginApp | undefined> => {
    const known = cached.get(appId)
    if (known) return known
    const app = read(db, keys, appId)
    cached.set(appId, app)
    app.catch(() => cached.delete(appId))
    return app
  }

  const get = async (appId: string): Promise<LoginApp> => {
    const app = await ask(appId)
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
    invalidate: () => cached.clear(),
  }
}

import type { PlayerConfig } from '@openauth/client'
import { readRules } from '../game/rules.ts'
import { playerBrandOf, withPublicPictures } from '../apps/brand.ts'
import { offeredMethodsOf } from '../apps/login-methods.ts'
import { loginSettingsOf } from '../apps/login-settings.ts'
import type { OidcConnections } from '../oidc-connections/connections.ts'
import type { AppModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Platform } from '../../resources.ts'
import { cachedFor } from '../../lib/cached-for.ts'

/** How long the answer is cached: the longest delay before a created or deleted app takes effect. Milliseconds. */
const CACHE_TTL = 500

type Home = Pick<PlayerConfig, 'initialized' | 'app'>

export type ReadHome = (log: { warn: (message: string) => void }) => Promise<Home>

interface HomeSettings {
  /** The app of the front end. Undefined: the first one. */
  appId: string | undefined
  /** The base address of uploaded pictures. */
  publicUrl: string
}

interface HomeNeeds extends Pick<Platform, 'db'> {
  oidc: OidcConnections
}

export interface PlayerAppNeeds extends HomeNeeds {
  settings: Pick<Platform['settings'], 'publicUrl'>
}

type PlayerApp = NonNullable<Home['app']>

/** Only the app's public fields. */
const presentPlayerApp = async (
  { db: { prisma }, oidc }: HomeNeeds,
  stored: AppModel,
  publicUrl: string,
): Promise<PlayerApp> => {
  const { rules } = await readRules(prisma, stored.id)
  const app = withPublicPictures(publicUrl, stored)
  const { id, name, description, logoUrl } = app
  const methods = offeredMethodsOf(loginSettingsOf(app))
  return {
    id,
    name,
    description,
    logoUrl,
    methods,
    connections: methods.includes('oidc') ? await oidc.buttons(id) : [],
    brand: playerBrandOf(app),
    tapGame: rules.enabled,
  }
}

/** An app as pages show it that log its users in. Throws `app_not_found`. */
export const readPlayerApp = async (deps: PlayerAppNeeds, id: string): Promise<PlayerApp> => {
  const stored = await deps.db.prisma.app.findFirst({ where: { id, deletedAt: null } })
  if (!stored) throw new Problem('app_not_found')
  return presentPlayerApp(deps, stored, deps.settings.publicUrl)
}

/** Ids increase with time, and order apps of the same moment. */
const read = async (deps: HomeNeeds, { appId, publicUrl }: HomeSettings): Promise<Home> => {
  const { prisma } = deps.db
  const stored = await prisma.app.findFirst({
    where: { deletedAt: null, ...(appId === undefined ? {} : { id: appId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const initialized = (await prisma.admin.count()) > 0
  if (!stored) return { initialized, app: null }
  return { initialized, app: await presentPlayerApp(deps, stored, publicUrl) }
}

/**
 * Whether there is an admin, and the app of the front end: the one with the given id, or the first. Every page load
 * asks for it, so that it is read at most twice a second. An id of no app is logged once.
 */
export const createHome = (deps: HomeNeeds, settings: HomeSettings): ReadHome => {
  const { appId } = settings
  const readCached = cachedFor(CACHE_TTL, () => read(deps, settings))
  let hasWarned = false

  return async (log) => {
    const home = await readCached()
    if (appId !== undefined && !home.app && !hasWarned) {
      hasWarned = true
      log.warn(`PLAYER_APP_ID names no app (${appId}): the player app cannot log anybody in`)
    }
    return home
  }
}

import { changeGameRules, defaultGameRules, type GameRules } from '@openauth/client'
import { LRUCache } from 'lru-cache'
import type { Database, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** The rules that are in force in an app. */
export interface VersionedRules {
  /** 0 for the built-in rules. */
  version: number
  rules: GameRules
}

/** How long rules are cached: the maximum delay of a change on another server. Milliseconds. */
const CACHE_TTL = 500

export interface RulesCache {
  /** Throws `game_off` where the app has no game. */
  get: (appId: string) => Promise<VersionedRules>
  /** Reads the rules again, because an account of a newer version was met. */
  refresh: (appId: string) => Promise<VersionedRules>
  /** Forgets the rules of an app after a change. */
  invalidate: (appId: string) => void
}

/** The rules of an app as stored. A rule that a later version of this server added has its built-in value. */
export const readRules = async (tx: Tx, appId: string): Promise<VersionedRules> => {
  const row = await tx.gameRules.findFirst({ where: { appId }, orderBy: { version: 'desc' } })
  return { version: row?.version ?? 0, rules: changeGameRules(defaultGameRules, row?.rules ?? {}) }
}

/** A cache of rules, which every call of a player needs. */
export const createRulesCache = (db: Database): RulesCache => {
  const cached = new LRUCache<string, Promise<VersionedRules>>({ max: 1000, ttl: CACHE_TTL })

  const refresh = (appId: string): Promise<VersionedRules> => {
    const rules = readRules(db.prisma, appId)
    cached.set(appId, rules)
    rules.catch(() => cached.delete(appId))
    return rules
  }

  const requireOn = (found: VersionedRules): VersionedRules => {
    if (!found.rules.enabled) throw new Problem('game_off')
    return found
  }

  return {
    get: async (appId) => requireOn(await (cached.get(appId) ?? refresh(appId))),
    refresh: async (appId) => requireOn(await refresh(appId)),
    invalidate: (appId) => void cached.delete(appId),
  }
}

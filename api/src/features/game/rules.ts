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
  /** Forgets the rules of an app after a change, or because an account of a newer version was met. */
  invalidate: (appId: string) => void
}

/** The rules of an app as stored. A rule that a later version of this server added has its built-in value. */
export const readRules = async (tx: Tx, appId: string): Promise<VersionedRules> => {
  const row = await tx.gameRules.findFirst({ where: { appId }, orderBy: { version: 'desc' } })
  return { version: row?.version ?? 0, rules: changeGameRules(defaultGameRules, row?.rules ?? {}) }
}

/** Throws `game_off` where the app has no game. */
const requireOn = (found: VersionedRules): VersionedRules => {
  if (!found.rules.enabled) throw new Problem('game_off')
  return found
}

/** The rules in force, read in a transaction under way: it holds a connection, and must not wait for another one. Throws `game_off`. */
export const readRulesIn = async (tx: Tx, appId: string): Promise<VersionedRules> =>
  requireOn(await readRules(tx, appId))

/** A cache of rules, which every call of a player needs. */
export const createRulesCache = (db: Database): RulesCache => {
  const cached = new LRUCache<string, Promise<VersionedRules>>({ max: 1000, ttl: CACHE_TTL })

  const refresh = (appId: string): Promise<VersionedRules> => {
    const rules = readRules(db.prisma, appId)
    cached.set(appId, rules)
    rules.catch(() => cached.delete(appId))
    return rules
  }

  return {
    get: async (appId) => requireOn(await (cached.get(appId) ?? refresh(appId))),
    invalidate: (appId) => void cached.delete(appId),
  }
}

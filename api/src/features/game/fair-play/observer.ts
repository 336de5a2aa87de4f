import type { UserIdentity } from '../../../handler.ts'
import type { Database } from '../../../db.ts'
import { type CallKind, DAY } from '../../../lib/anti-cheat/day.ts'
import {
  emptyObserved,
  hasStatistics,
  observeBatch,
  observeCall,
  type Observed,
  startOfDay,
  takeStatistics,
} from '../../../lib/anti-cheat/observe.ts'
import { createLargeCache } from '../../../lib/large-cache.ts'
import type { RulesCache } from '../rules.ts'
import { createSeenBatches, type SeenBatch, type SeenTaps } from './seen-batches.ts'
import { type ObservedPart, storeDays } from './store-days.ts'

/** How many players who tap a server remembers. Beyond, the one that paused longest is stored and forgotten. */
const MOST_PLAYERS = 20_000
/** How long the rhythm of a player who pauses is remembered. Milliseconds. */
const REMEMBERED = 600_000
/** How many parts wait for the database. While it is away, statistics are lost rather than memory. */
const MOST_PARTS = 20_000
/** How many parts share a statement. */
const PARTS_PER_STATEMENT = 500
/** How often observations are stored: what a crash loses at most. Milliseconds. */
const INTERVAL = 10_000
/** How often parts that another server's overtook are stored again at once. */
const RETRIES = 5

export interface PlayObserver {
  /** Notes a batch of taps that is stored. It returns at once, and never fails. */
  taps: (identity: UserIdentity, ip: string, batch: SeenTaps) => void
  /** Notes another call of a player. */
  call: (identity: UserIdentity, kind: CallKind) => void
  /** Stores what was observed. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Player = Pick<UserIdentity, 'appId' | 'userId'> & { observed: Observed }

interface ObserverNeeds {
  db: Database
  gameRules: RulesCache
  clock: () => number
}
interface Log {
  warn: (fields: object, message: string) => void
}

/** Stores parts, some of them again where other servers stored theirs meanwhile. Returns what is left. */
const storeAll = async (deps: Pick<ObserverNeeds, 'db' | 'clock'>, parts: ObservedPart[]): Promise<ObservedPart[]> => {
  const left: ObservedPart[] = []
  for (let index = 0; index < parts.length; index += PARTS_PER_STATEMENT) {
    let batch = parts.slice(index, index + PARTS_PER_STATEMENT)
    for (let retry = 0; batch.length > 0 && retry < RETRIES; retry += 1)
      batch = await storeDays(deps.db, batch, deps.clock())
    left.push(...batch)
  }
  return left
}

/** What this server has seen and not stored: of players, and parts of theirs. */
const createMemory = (clock: () => number, mostPlayers: number) => {
  let parts: ObservedPart[] = []
  const take = ({ appId, userId, observed }: Player) => {
    if (!hasStatistics(observed)) return
    const { day, statistics } = takeStatistics(observed, clock())
    if (parts.length < MOST_PARTS) parts.push({ appId, userId, day: day / DAY, statistics })
  }
  const players = createLargeCache<Player>(mostPlayers, REMEMBERED, { updateAgeOnGet: true, dispose: take })
  return {
    playerOf: ({ appId, userId }: UserIdentity): Player => {
      const now = clock()
      const known = players.get(userId)
      if (known && known.observed.day !== startOfDay(now)) {
        take(known)
        known.observed.day = startOfDay(now)
      }
      const player = known ?? { appId, userId, observed: emptyObserved(now) }
      if (!known) players.set(userId, player)
      return player
    },
    /** All parts, which are the caller's from then on. */
    takeAll: (): ObservedPart[] => {
      players.purgeStale()
      for (const player of players.values()) take(player)
      const taken = parts
      parts = []
      return taken
    },
    giveBack: (left: ObservedPart[]) => {
      parts = [...left, ...parts].slice(0, MOST_PARTS)
    },
  }
}

/** Observes how players play, after their calls are answered. Every server stores its own part of a player's day. */
export const createPlayObserver = (deps: ObserverNeeds, log: Log, mostPlayers = MOST_PLAYERS): PlayObserver => {
  const { gameRules, clock } = deps
  const memory = createMemory(clock, mostPlayers)
  const warn = (err: unknown) => log.warn({ err }, 'play was not observed')
  const note = ({ identity, at, batch: { gaps, ...batch } }: SeenBatch, address: string): void => {
    const { observed } = memory.playerOf(identity)
    observeBatch(observed, { ...batch, at: Math.max(at, observed.day), address, ...(gaps ? { gaps } : {}) })
  }
  const batches = createSeenBatches(deps, note, warn)

  const observe = async (identity: UserIdentity, kind: CallKind): Promise<void> => {
    const { rules } = await gameRules.get(identity.appId)
    if (rules.antiCheat.enabled) observeCall(memory.playerOf(identity).observed, kind)
  }
  const flush = async () => {
    await batches.flush()
    const parts = memory.takeAll()
    try {
      memory.giveBack(await storeAll(deps, parts))
    } catch (error) {
      memory.giveBack(parts)
      throw error
    }
  }
  let flushing: Promise<void> = Promise.resolve()
  const flushInTurn = () => (flushing = flushing.catch(() => {}).then(flush))
  const timer = setInterval(() => void flushInTurn().catch(warn), INTERVAL).unref()

  return {
    taps: (identity, ip, batch) => batches.add({ identity, ip, at: clock(), batch }),
    call: (identity, kind) => void observe(identity, kind).catch(warn),
    flush: flushInTurn,
    close: async () => {
      clearInterval(timer)
      await flushInTurn().catch(warn)
    },
  }
}

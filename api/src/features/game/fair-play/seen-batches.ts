import type { UserIdentity } from '../../../handler.ts'
import type { Database } from '../../../db.ts'
import { DAY } from '../../../lib/anti-cheat/day.ts'
import { startOfDay } from '../../../lib/anti-cheat/observe.ts'
import type { RulesCache } from '../rules.ts'
import { createAddressDigests } from './address-digest.ts'

/** How long batches wait to be noted together, so that many share a look at the rules and at the day's salt. Milliseconds. */
const NOTED_AFTER = 50
/** How many batches wait at most. While the database is away, statistics are lost rather than memory. */
const MOST_WAITING = 20_000

export interface SeenTaps {
  count: number
  seq: number
  gaps?: number[] | undefined
  accepted: number
}

/** A batch of taps that is stored. */
export interface SeenBatch {
  identity: UserIdentity
  ip: string
  /** When it arrived. Milliseconds. */
  at: number
  batch: SeenTaps
}

type Note = (seen: SeenBatch, address: string) => void

const createNoting = (
  { db, gameRules }: { db: Database; gameRules: RulesCache },
  note: Note,
  warn: (error: unknown) => void,
) => {
  const digestsOf = createAddressDigests(db)
  const isWatched = async (appId: string): Promise<boolean> => {
    try {
      return (await gameRules.get(appId)).rules.antiCheat.enabled
    } catch (error) {
      warn(error)
      return false
    }
  }
  return async (batches: SeenBatch[]): Promise<void> => {
    const watched = new Map<string, boolean>()
    for (const seen of batches) {
      const { appId } = seen.identity
      if (!watched.has(appId)) watched.set(appId, await isWatched(appId))
      if (watched.get(appId)) note(seen, (await digestsOf(startOfDay(seen.at) / DAY))(seen.ip))
    }
  }
}

/** Hands batches to `note` with the digests of their addresses, many at once, where the rules of their app say so. */
export const createSeenBatches = (
  deps: { db: Database; gameRules: RulesCache },
  note: Note,
  warn: (error: unknown) => void,
) => {
  const noteAll = createNoting(deps, note, warn)
  let waiting: SeenBatch[] = []
  let noting: Promise<void> = Promise.resolve()
  let isDue = false

  const flush = (): Promise<void> => {
    noting = noting.then(() => {
      isDue = false
      const taken = waiting
      waiting = []
      return noteAll(taken).catch(warn)
    })
    return noting
  }
  return {
    /** Returns at once, and never fails. */
    add: (seen: SeenBatch): void => {
      if (waiting.length >= MOST_WAITING) return
      waiting.push(seen)
      if (isDue) return
      isDue = true
      setTimeout(() => void flush(), NOTED_AFTER).unref()
    },
    /** Notes what waits. */
    flush,
  }
}

// Signs that show only when players are compared: a common rhythm, and turns behind one address.
import type { Tx } from '../../../db.ts'
import { DAY, type DayStatistics } from '../../../lib/anti-cheat/day.ts'
import { relayOf } from '../../../lib/anti-cheat/relay.ts'
import { thresholds } from '../../../lib/anti-cheat/thresholds.ts'
import { likenessOf, MOST_TRACES, type Trace } from '../../../lib/anti-cheat/traces.ts'
import type { FoundFlag } from './flags.ts'

export interface StoredDay {
  userId: string
  appId: string
  day: number
  version: number
  statistics: DayStatistics
}

/** How many pieces with keys of a day's are compared. */
const MOST_COMPARED = 500

const flagOf = (
  code: FoundFlag['code'],
  { userId, day, appId }: Omit<StoredDay, 'statistics' | 'version'>,
  value: number,
) => ({
  ...{ code, userId, day, appId, value },
  threshold: thresholds.flags[code].threshold,
})

/** Stores the pieces of a day's rhythm instead of those of its earlier version. */
const storeTraces = async (tx: Tx, { userId, day, appId, statistics }: StoredDay): Promise<Trace[]> => {
  const traces = statistics.traces.slice(0, MOST_TRACES)
  await tx.playerTrace.deleteMany({ where: { userId, day } })
  await tx.playerTrace.createMany({
    data: traces.map((trace) => ({ userId, day, appId, ...trace })),
    skipDuplicates: true,
  })
  return traces
}

/** Flags of a day whose rhythm is another player's, or that player's own of another day. The other player is flagged as well. */
export const findCommonTraces = async (tx: Tx, stored: StoredDay): Promise<FoundFlag[]> => {
  const { userId, appId, day } = stored
  const traces = new Map((await storeTraces(tx, stored)).map((trace) => [trace.key, trace]))
  if (traces.size === 0) return []
  const others = await tx.playerTrace.findMany({
    where: { appId, key: { in: [...traces.keys()] }, NOT: { userId, day } },
    take: MOST_COMPARED,
  })
  return others.flatMap((other) => {
    const value = likenessOf(traces.get(other.key)!, other)
    if (value <= thresholds.flags.shared_trace.threshold) return []
    if (other.userId === userId) return [flagOf('repeated_trace', stored, value)]
    return [flagOf('shared_trace', stored, value), flagOf('shared_trace', other, value)]
  })
}

/** Stores from which addresses a day was played. */
export const storeAddresses = async (tx: Tx, { userId, day, appId, statistics }: StoredDay): Promise<void> => {
  const data = statistics.addresses.map((address) => ({ userId, day, appId, address }))
  await tx.playerAddress.createMany({ data, skipDuplicates: true })
}

/** An address of more players in a day is a network's: who plays in turn behind it cannot be told. */
const MOST_PLAYERS = 300

const sessionsAt = ({ userId, statistics }: Pick<StoredDay, 'userId' | 'statistics'>, address: string) =>
  statistics.sessions
    .filter((session) => statistics.addresses[session.address] === address)
    .map(({ start, end }) => ({ userId, start, end }))

/** Flags of the players of an address who play in turn, one at a time. */
export const findRelay = async (
  tx: Tx,
  { appId, day, address }: { appId: string; day: number; address: string },
): Promise<FoundFlag[]> => {
  const players = await tx.playerAddress.findMany({ where: { appId, address, day }, take: MOST_PLAYERS + 1 })
  if (players.length > MOST_PLAYERS) return []
  const days = await tx.playerDay.findMany({ where: { day, userId: { in: players.map(({ userId }) => userId) } } })
  const rows = days as unknown as StoredDay[]
  const sessions = rows.flatMap((row) => sessionsAt(row, address))
  return [...relayOf(sessions, thresholds.flags.address_relay.threshold)].map(([userId, value]) =>
    flagOf('address_relay', { userId, day, appId }, value),
  )
}

/** Days since the epoch of a time. */
export const dayNumber = (at: number): number => Math.floor(at / DAY)

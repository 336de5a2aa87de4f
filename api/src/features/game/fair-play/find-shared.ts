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

/** Of how many players of an address sessions are compared: those who tapped the most, so that others hide nobody. */
const MOST_PLAYERS = 300

const sessionsAt = ({ userId, statistics }: Pick<StoredDay, 'userId' | 'statistics'>, address: string) =>
  statistics.sessions
    .filter((session) => statistics.addresses[session.address] === address)
    .map(({ start, end, taps }) => ({ userId, start, end, taps }))

/** Flags of the players of an address who play in turn, one at a time. */
export const findRelay = async (
  tx: Tx,
  { appId, day, address }: { appId: string; day: number; address: string },
): Promise<FoundFlag[]> => {
  const rows = await tx.$queryRaw<Pick<StoredDay, 'userId' | 'statistics'>[]>`
    SELECT d."userId", d.statistics FROM "PlayerAddress" a JOIN "PlayerDay" d ON d."userId" = a."userId" AND d.day = a.day
    WHERE a."appId" = ${appId}::uuid AND a.address = ${address} AND a.day = ${day}
    ORDER BY (d.statistics->>'taps')::bigint DESC LIMIT ${MOST_PLAYERS}::int`
  const sessions = rows.flatMap((row) => sessionsAt(row, address))
  return [...relayOf(sessions, thresholds.flags.address_relay.threshold)].map(([userId, value]) =>
    flagOf('address_relay', { userId, day, appId }, value),
  )
}

/** Fewer invitations of a day tell nothing. */
const LEAST_INVITED = 10
/** Of how many invitations of a day the addresses are compared. */
const MOST_INVITED = 500

/** A flag of whoever invited this day's player, where most of those whose invitations were paid this day play at one address. */
export const findInvitedTogether = async (tx: Tx, { userId, appId, day }: StoredDay): Promise<FoundFlag[]> => {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { referrerId: true } })
  if (!user?.referrerId) return []
  const rewards = await tx.ringReward.findMany({
    where: { userId: user.referrerId, kind: 'referral', grantedAt: { gte: day * DAY, lt: (day + 1) * DAY } },
    select: { reference: true },
    take: MOST_INVITED,
  })
  if (rewards.length < LEAST_INVITED) return []
  const where = { appId, day, userId: { in: rewards.map(({ reference }) => reference) } }
  const addresses = await tx.playerAddress.groupBy({ by: ['address'], where, _count: true })
  const share = Math.max(0, ...addresses.map(({ _count: players }) => players)) / rewards.length
  if (share <= thresholds.flags.invited_together.threshold) return []
  return [flagOf('invited_together', { userId: user.referrerId, day, appId }, share)]
}

/** Days since the epoch of a time. */
export const dayNumber = (at: number): number => Math.floor(at / DAY)

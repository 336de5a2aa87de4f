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
  code,
  userId,
  day,
  appId,
  value,
  threshold: thresholds.flags[code].threshold,
})

const playersByDay = (days: StoredDay[]): Map<number, string[]> => {
  const players = new Map<number, string[]>()
  for (const { userId, day } of days) players.set(day, [...(players.get(day) ?? []), userId])
  return players
}

const tracesOf = ({ statistics }: StoredDay): Trace[] => statistics.traces.slice(0, MOST_TRACES)

/** Stores the pieces of the days' rhythms instead of those of their earlier versions. */
const storeTraces = async (tx: Tx, days: StoredDay[]): Promise<void> => {
  for (const [day, players] of playersByDay(days))
    await tx.playerTrace.deleteMany({ where: { userId: { in: players }, day } })
  const data = days.flatMap((stored) => {
    const { userId, day, appId } = stored
    return tracesOf(stored).map((trace) => ({ userId, day, appId, ...trace }))
  })
  await tx.playerTrace.createMany({ data, skipDuplicates: true })
}

const findCommonTrace = async (tx: Tx, stored: StoredDay): Promise<FoundFlag[]> => {
  const { userId, appId, day } = stored
  const traces = new Map(tracesOf(stored).map((trace) => [trace.key, trace]))
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

/** Flags of days whose rhythm is another player's, or that player's own of another day. The other player is flagged as well. */
export const findCommonTraces = async (tx: Tx, days: StoredDay[]): Promise<FoundFlag[]> => {
  await storeTraces(tx, days)
  const flags: FoundFlag[] = []
  // One by one, so that pieces which many have hide none of another day's.
  for (const day of days) flags.push(...(await findCommonTrace(tx, day)))
  return flags
}

/** Stores from which addresses days were played. */
export const storeAddresses = async (tx: Tx, days: StoredDay[]): Promise<void> => {
  const data = days.flatMap(({ userId, day, appId, statistics }) =>
    statistics.addresses.map((address) => ({ userId, day, appId, address })),
  )
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

interface InviterDay {
  userId: string
  appId: string
  day: number
}

/** Who invited the players of these days, with the days on which enough invitations were paid to compare them. */
const findInviters = async (tx: Tx, days: StoredDay[]): Promise<InviterDay[]> => {
  const where = { id: { in: days.map(({ userId }) => userId) }, referrerId: { not: null } }
  const users = await tx.user.findMany({ where, select: { id: true, referrerId: true, appId: true } })
  const appOf = new Map(users.map(({ referrerId, appId }) => [referrerId!, appId]))
  const referrerOf = new Map(users.map(({ id, referrerId }) => [id, referrerId!]))
  const inviters: InviterDay[] = []
  for (const [day, players] of playersByDay(days)) {
    const referrers = [...new Set(players.flatMap((id) => referrerOf.get(id) ?? []))]
    if (referrers.length === 0) continue
    const paid = await tx.$queryRaw<{ userId: string }[]>`
      SELECT "userId" FROM "RingReward" WHERE "userId" = ANY(${referrers}::uuid[]) AND kind = 'referral'
        AND "grantedAt" >= ${day * DAY}::bigint AND "grantedAt" < ${(day + 1) * DAY}::bigint
      GROUP BY "userId" HAVING count(*) >= ${LEAST_INVITED}::int`
    inviters.push(...paid.map(({ userId }) => ({ userId, appId: appOf.get(userId)!, day })))
  }
  return inviters
}

/** The flag of a player where most of those whose invitations were paid on a day play at one address. */
const invitedTogether = async (tx: Tx, { userId, appId, day }: InviterDay): Promise<FoundFlag[]> => {
  const rewards = await tx.ringReward.findMany({
    where: { userId, kind: 'referral', grantedAt: { gte: day * DAY, lt: (day + 1) * DAY } },
    select: { reference: true },
    take: MOST_INVITED,
  })
  const where = { appId, day, userId: { in: rewards.map(({ reference }) => reference) } }
  const addresses = await tx.playerAddress.groupBy({ by: ['address'], where, _count: true })
  const share = Math.max(0, ...addresses.map(({ _count: players }) => players)) / rewards.length
  return share > thresholds.flags.invited_together.threshold
    ? [flagOf('invited_together', { userId, day, appId }, share)]
    : []
}

/** Flags of whoever invited the players of these days, where most of those invited play at one address. */
export const findInvitedTogether = async (tx: Tx, days: StoredDay[]): Promise<FoundFlag[]> => {
  const flags: FoundFlag[] = []
  for (const inviter of await findInviters(tx, days)) flags.push(...(await invitedTogether(tx, inviter)))
  return flags
}

/** Days since the epoch of a time. */
export const dayNumber = (at: number): number => Math.floor(at / DAY)

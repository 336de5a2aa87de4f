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

/** How many pieces with one key of a day's are compared. */
const MOST_COMPARED = 64

const flagOf = (
  code: FoundFlag['code'],
  { userId, day, appId }: Omit<StoredDay, 'statistics' | 'version'>,
  value: number,
) => ({
  ...{ code, userId, day, appId, value },
  threshold: thresholds.flags[code].threshold,
})

type DayTrace = Trace & Omit<StoredDay, 'statistics' | 'version'>

/** Stores the pieces of the days' rhythms instead of those of their earlier versions. */
const storeTraces = async (tx: Tx, days: StoredDay[]): Promise<DayTrace[]> => {
  const traces = days.flatMap(({ userId, day, appId, statistics }) =>
    statistics.traces.slice(0, MOST_TRACES).map((trace) => ({ userId, day, appId, ...trace })),
  )
  await tx.$executeRaw`
    DELETE FROM "PlayerTrace" t USING unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ day }) => day)}::int[]) AS k("userId", day)
    WHERE t."userId" = k."userId" AND t.day = k.day`
  await tx.playerTrace.createMany({ data: traces, skipDuplicates: true })
  return traces
}

/** Pieces of other days with the key of a day's piece, each with the number of that piece. */
const findSameKeys = (tx: Tx, traces: DayTrace[]) => tx.$queryRaw<(DayTrace & { of: number })[]>`
  SELECT k.number::int - 1 AS of, o."userId", o.day, o."appId", o.key, o.gaps
  FROM unnest(${traces.map(({ userId }) => userId)}::uuid[], ${traces.map(({ day }) => day)}::int[],
      ${traces.map(({ appId }) => appId)}::uuid[], ${traces.map(({ key }) => key)}::int[])
    WITH ORDINALITY AS k("userId", day, "appId", key, number)
  CROSS JOIN LATERAL (
    SELECT * FROM "PlayerTrace" t
    WHERE t."appId" = k."appId" AND t.key = k.key AND NOT (t."userId" = k."userId" AND t.day = k.day)
    LIMIT ${MOST_COMPARED}::int
  ) o`

/** Flags of days whose rhythm is another player's, or that player's own of another day. The other player is flagged as well. */
export const findCommonTraces = async (tx: Tx, days: StoredDay[]): Promise<FoundFlag[]> => {
  const traces = await storeTraces(tx, days)
  if (traces.length === 0) return []
  const others = await findSameKeys(tx, traces)
  return others.flatMap(({ of, ...other }) => {
    const trace = traces[of]!
    const value = likenessOf(trace, other)
    if (value <= thresholds.flags.shared_trace.threshold) return []
    if (other.userId === trace.userId) return [flagOf('repeated_trace', trace, value)]
    return [flagOf('shared_trace', trace, value), flagOf('shared_trace', other, value)]
  })
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
const findInviters = (tx: Tx, days: StoredDay[]) => tx.$queryRaw<InviterDay[]>`
  SELECT k."referrerId" AS "userId", k."appId", k.day FROM (
    SELECT DISTINCT u."referrerId", d."appId", d.day
    FROM unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ appId }) => appId)}::uuid[],
      ${days.map(({ day }) => day)}::int[]) AS d("userId", "appId", day)
    JOIN "User" u ON u.id = d."userId" WHERE u."referrerId" IS NOT NULL
  ) k
  WHERE ${LEAST_INVITED} <= (SELECT count(*) FROM (
    SELECT 1 FROM "RingReward" r WHERE r."userId" = k."referrerId" AND r.kind = 'referral'
      AND r."grantedAt" >= k.day * ${DAY}::bigint AND r."grantedAt" < (k.day + 1) * ${DAY}::bigint LIMIT ${LEAST_INVITED}
  ) paid)`

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

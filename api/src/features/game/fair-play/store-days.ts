import { type Database, Prisma, type Tx } from '../../../db.ts'
import { type DayStatistics, mergeDays } from '../../../lib/anti-cheat/day.ts'
import { lockLiveUsers } from '../../users/lock-user.ts'

/** What a server has observed of a player's day since it last stored it. */
export interface ObservedPart {
  userId: string
  appId: string
  /** Days since the epoch (UTC). */
  day: number
  statistics: DayStatistics
}

interface Stored {
  userId: string
  day: number
  version: number
  statistics: DayStatistics
}

interface Merged extends ObservedPart {
  version: number
}

/** The stored days of users. */
export const readDays = (tx: Tx, parts: Pick<ObservedPart, 'userId' | 'day'>[]) => tx.$queryRaw<Stored[]>`
  SELECT d."userId", d.day, d.version, d.statistics FROM "PlayerDay" d
  JOIN unnest(${parts.map(({ userId }) => userId)}::uuid[], ${parts.map(({ day }) => day)}::int[]) AS k("userId", day)
    ON k."userId" = d."userId" AND k.day = d.day`

/** A row that has another version than the one read was changed by another server: it is left as it is, and missing in the answer. */
const writeDays = (tx: Tx, parts: Merged[], now: number) => tx.$queryRaw<Pick<Stored, 'userId' | 'day'>[]>`
  INSERT INTO "PlayerDay" AS d ("userId", day, "appId", version, statistics, "dueSince")
  VALUES ${Prisma.join(
    parts.map(
      ({ userId, day, appId, version, statistics }) =>
        Prisma.sql`(${userId}::uuid, ${day}::int, ${appId}::uuid, ${version}::int, ${JSON.stringify(statistics)}::jsonb, ${now}::bigint)`,
    ),
  )}
  ON CONFLICT ("userId", day) DO UPDATE SET version = excluded.version, statistics = excluded.statistics,
    "dueSince" = coalesce(d."dueSince", excluded."dueSince")
  WHERE d.version = excluded.version - 1
  RETURNING d."userId", d.day`

/** Tells days of users apart. */
export const keyOf = ({ userId, day }: { userId: string; day: number }) => `${userId} ${day}`

const mergeWith = (before: Stored | undefined, part: ObservedPart): Merged => ({
  ...part,
  version: (before?.version ?? 0) + 1,
  statistics: before ? mergeDays(before.statistics, part.statistics) : part.statistics,
})

const storeIn = async (tx: Tx, parts: ObservedPart[], now: number): Promise<ObservedPart[]> => {
  const live = await lockLiveUsers(
    tx,
    parts.map(({ userId }) => userId),
  )
  const rest = parts.filter(({ userId }) => live.has(userId))
  if (rest.length === 0) return []
  const stored = new Map((await readDays(tx, rest)).map((row) => [keyOf(row), row]))
  const merged = rest.map((part) => mergeWith(stored.get(keyOf(part)), part))
  const done = new Set((await writeDays(tx, merged, now)).map(keyOf))
  return rest.filter((part) => !done.has(keyOf(part)))
}

/** One part of a day: a server may have several, of players that it forgot meanwhile. */
const joinParts = (parts: ObservedPart[]): ObservedPart[] => {
  const joined = new Map<string, ObservedPart>()
  for (const part of parts) {
    const known = joined.get(keyOf(part))
    joined.set(keyOf(part), known ? { ...part, statistics: mergeDays(known.statistics, part.statistics) } : part)
  }
  // One order for all servers, so that two statements cannot wait for each other.
  return [...joined.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/**
 * Adds parts to the stored days. Returns those that another server's part has overtaken: they are to be stored again. Those of deleted
 * users are left out.
 */
export const storeDays = (
  { transaction }: Pick<Database, 'transaction'>,
  parts: ObservedPart[],
  now: number,
): Promise<ObservedPart[]> => transaction((tx) => storeIn(tx, joinParts(parts), now))

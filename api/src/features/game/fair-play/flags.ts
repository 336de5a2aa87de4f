import { playFlags, type PlayFlagCode } from '@openauth/client'
import type { Tx } from '../../../db.ts'

/** A flag of a player's day. */
export interface FoundFlag {
  userId: string
  appId: string
  day: number
  code: PlayFlagCode
  value: number
  threshold: number
}

/** Whether this version of the server knows a flag: a later one may have stored it. */
export const isKnownFlag = (code: string): code is PlayFlagCode => Object.hasOwn(playFlags, code)

/** Stores flags. One that is known keeps the time when it was found. The caller has locked the users. */
export const storeFlags = async (tx: Tx, flags: FoundFlag[], now: number): Promise<void> => {
  // One of a kind, in one order for all servers.
  const distinct = new Map(flags.map((flag) => [`${flag.userId} ${flag.code} ${flag.day}`, flag]))
  const ordered = [...distinct].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, flag]) => flag)
  if (ordered.length === 0) return
  await tx.$executeRaw`
    INSERT INTO "PlayerFlag" ("userId", "appId", code, day, value, threshold, "foundAt")
    SELECT *, ${now}::bigint FROM unnest(${ordered.map(({ userId }) => userId)}::uuid[], ${ordered.map(({ appId }) => appId)}::uuid[],
      ${ordered.map(({ code }) => code)}::text[], ${ordered.map(({ day }) => day)}::int[],
      ${ordered.map(({ value }) => value)}::float8[], ${ordered.map(({ threshold }) => threshold)}::float8[])
    ON CONFLICT ("userId", code, day) DO UPDATE SET value = excluded.value, threshold = excluded.threshold`
}

/** The codes of the flags of these players, on these days and perhaps on some of the other players' days. */
export const findCodes = async (
  tx: Tx,
  days: { userId: string; day: number }[],
): Promise<{ userId: string; day: number; code: PlayFlagCode }[]> => {
  const [users, dates] = [days.map(({ userId }) => userId), days.map(({ day }) => day)]
  const rows = await tx.playerFlag.findMany({
    where: { userId: { in: users }, day: { in: dates } },
    select: { userId: true, day: true, code: true },
  })
  return rows.flatMap(({ code, ...row }) => (isKnownFlag(code) ? [{ ...row, code }] : []))
}

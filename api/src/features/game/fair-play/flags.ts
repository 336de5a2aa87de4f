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
  for (const { userId, code, day, ...flag } of flags)
    await tx.playerFlag.upsert({
      where: { userId_code_day: { userId, code, day } },
      create: { userId, code, day, ...flag, foundAt: now },
      update: { value: flag.value, threshold: flag.threshold },
    })
}

/** The codes of the flags of a player's day. */
export const codesOf = async (tx: Tx, userId: string, day: number): Promise<PlayFlagCode[]> => {
  const rows = await tx.playerFlag.findMany({ where: { userId, day }, select: { code: true } })
  return rows.map(({ code }) => code).filter(isKnownFlag)
}

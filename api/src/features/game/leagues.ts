import type { GameRules } from '@openauth/client'

/** The level of a player, from 1, and where it and the next one begin. */
export const levelOf = ({ levels }: GameRules, earned: number) => {
  const passed = levels.filter((from) => from <= earned).length
  return { level: passed + 1, levelFrom: levels[passed - 1] ?? 0, nextLevelAt: levels[passed] ?? null }
}

/** The league of a player, where it begins, and the next one. */
export const leagueOf = ({ leagues }: GameRules, earned: number) => {
  const index = leagues.findLastIndex(({ from }) => from <= earned)
  const { id, name, from } = leagues[index]!
  const next = leagues[index + 1]
  return { id, name, tier: index + 1, from, nextAt: next?.from ?? null, nextName: next?.name ?? null }
}

import type { GameRules } from '@openauth/client'

/** The level of a player, from 1. */
export const levelOf = ({ levels }: GameRules, earned: number) => {
  const passed = levels.filter((from) => from <= earned).length
  return { level: passed + 1, nextLevelAt: levels[passed] ?? null }
}

/** The league of a player, and where the next one begins. */
export const leagueOf = ({ leagues }: GameRules, earned: number) => {
  const index = leagues.findLastIndex(({ from }) => from <= earned)
  const { id, name } = leagues[index]!
  return { id, name, nextAt: leagues[index + 1]?.from ?? null }
}

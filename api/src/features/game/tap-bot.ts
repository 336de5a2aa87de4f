import type { GameRules } from '@openauth/client'
import { type Account, HOUR } from './account.ts'
import type { OpenAccount } from './open-account.ts'

/** What a player's tap bot has earned since the last collection; nothing after its hours. */
export const tapBotRings = (
  { boosts: { tapBot } }: GameRules,
  account: Pick<Account, 'tapBot' | 'tapBotSince'>,
  now: number,
): number => {
  const level = Math.min(account.tapBot, tapBot.prices.length)
  const worked = Math.min(Math.max(0, now - account.tapBotSince), tapBot.hours * HOUR)
  return Math.floor((level * tapBot.ringsPerHour * worked) / HOUR)
}

/** Collects what the tap bot has earned; it begins again. */
export const collectTapBot = ({ account, rules, now, post }: OpenAccount): void => {
  const rings = tapBotRings(rules, account, now)
  if (rings === 0) return
  post('tap_bot', rings, new Date(now).toISOString())
  account.tapBotSince = now
}

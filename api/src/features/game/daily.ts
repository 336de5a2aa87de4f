import type { GameRules } from '@openauth/client'
import { type Account, dayOf } from './account.ts'
import type { OpenAccount } from './open-account.ts'

type Streak = Pick<Account, 'streakDays' | 'streakDay'>

/** Days in a row up to today, without today's if it is not taken. A clock that was set back changes nothing. */
const daysInARow = ({ streakDays, streakDay }: Streak, day: number): number => (streakDay >= day - 1 ? streakDays : 0)

/** The streak, and the reward that a player can take today; null where it is taken or there is none. */
export const rewardOfToday = ({ daily: { rewards } }: GameRules, streak: Streak, day: number) => {
  const days = daysInARow(streak, day)
  const isTaken = streak.streakDay >= day
  return { days, reward: isTaken ? null : (rewards[Math.min(days, rewards.length - 1)] ?? null) }
}

/** Takes today's reward. A day that is taken stays as it is. */
export const takeDaily = ({ account, rules, now, post }: OpenAccount): void => {
  const day = dayOf(now)
  const { days, reward } = rewardOfToday(rules, account, day)
  if (reward === null) return
  account.streakDays = days + 1
  account.streakDay = day
  post('daily', reward, new Date(now).toISOString().slice(0, 10))
}

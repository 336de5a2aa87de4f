import type { BoughtBoost, FreeBoost, GameRules } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { type Account, applyRules, dayOf, THOUSANDTHS } from './account.ts'
import type { OpenAccount } from './open-account.ts'
import { collectTapBot } from './tap-bot.ts'

/** Milliseconds. */
const SECOND = 1000

/**
 * Buys the next level of a boost. `seen` is the level that the player saw, so that of two calls one buys.
 * Throws `boost_changed`, `highest_level`, `not_enough_rings`.
 */
export const buyBoost = (open: OpenAccount, boost: BoughtBoost, seen: number): void => {
  const { account, rules, version, now, post } = open
  if (account[boost] !== seen)
    throw new Problem('boost_changed', {
      message: `You have level ${account[boost]} of this boost, not ${seen}. \`level\` is the level that you have: look at it again`,
    })
  const price = rules.boosts[boost].prices[seen]
  if (price === undefined) throw new Problem('highest_level')
  // What a lower level earned until now is not counted at the new level.
  if (boost === 'tapBot') collectTapBot(open)
  post('boost', -price, `${boost} ${seen + 1}`)
  account[boost] = seen + 1
  if (boost === 'tapBot') account.tapBotSince = now
  const before = account.maxEnergy
  applyRules(account, rules, version)
  // A higher limit comes full.
  account.energy += Math.max(0, account.maxEnergy - before) * THOUSANDTHS
}

type Used = Pick<Account, 'freeDay' | 'fullEnergyUsed' | 'turboUsed'>
const usedColumn = { fullEnergy: 'fullEnergyUsed', turbo: 'turboUsed' } as const satisfies Record<FreeBoost, keyof Used>

/** How often each free boost can be used until the end of the day. A clock that was set back gives none again. */
export const freeBoostsLeft = ({ freeBoosts }: GameRules, used: Used, day: number): Record<FreeBoost, number> => {
  const left = (boost: FreeBoost) =>
    Math.max(0, freeBoosts[boost].perDay - (used.freeDay >= day ? used[usedColumn[boost]] : 0))
  return { fullEnergy: left('fullEnergy'), turbo: left('turbo') }
}

/** Uses a free boost. Throws `no_boost_left`. */
export const useBoost = ({ account, rules, now }: OpenAccount, boost: FreeBoost): void => {
  const day = dayOf(now)
  if (freeBoostsLeft(rules, account, day)[boost] === 0) throw new Problem('no_boost_left')
  if (account.freeDay < day) Object.assign(account, { freeDay: day, fullEnergyUsed: 0, turboUsed: 0 })
  account[usedColumn[boost]] += 1
  if (boost === 'fullEnergy') account.energy = account.maxEnergy * THOUSANDTHS
  else {
    const { seconds, factor } = rules.freeBoosts.turbo
    account.turboUntil = now + seconds * SECOND
    account.turboFactor = factor
  }
}

import type { Account } from './account.ts'
import { THOUSANDTHS } from './account.ts'
import type { LedgerCheck } from './check-ledger.ts'
import type { PresentAccount } from './open-account.ts'
import { leagueOf, levelOf } from './leagues.ts'

const boostsOf = ({ multitap, energyLimit, rechargeSpeed, tapBot }: Account) => ({
  multitap,
  energyLimit,
  rechargeSpeed,
  tapBot,
})

/** A player's account for operators. Who has only opened the game played last when the account was made. */
export const presentPlayer = ({ account, rules }: PresentAccount, check: LedgerCheck) => ({
  rings: account.rings,
  earnedRings: account.earned,
  claimedRings: account.claimed,
  energy: Math.floor(account.energy / THOUSANDTHS),
  maxEnergy: account.maxEnergy,
  energyPerSecond: account.energyPerSecond,
  ringsPerTap: account.ringsPerTap,
  level: levelOf(rules, account.earned).level,
  league: leagueOf(rules, account.earned).id,
  boosts: boostsOf(account),
  streakDays: account.streakDays,
  seq: account.seq,
  rulesVersion: account.rulesVersion,
  createdAt: new Date(account.createdAt),
  lastPlayedAt: new Date(check.playedAt ?? account.createdAt),
  ledger: { isSound: check.isSound, balance: check.balance, earned: check.earned },
})

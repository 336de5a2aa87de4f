import type { BoughtBoost, GameRules } from '@openauth/client'
import type { PlayerModel } from '../../db.ts'

/** Milliseconds. */
export const HOUR = 3_600_000
/** Milliseconds. */
export const DAY = 86_400_000

/** Energy and taps are stored in thousandths, so that a refill of some a second is exact at every millisecond. */
export const THOUSANDTHS = 1000

type Numeric<T> = { [K in keyof T]: T[K] extends bigint ? number : T[K] extends bigint | null ? number | null : T[K] }

/** A player's account as the database has it, with numbers: rings stay far below 2^53. */
export type Account = Numeric<PlayerModel>

/** Numbers of a row whose larger columns are bigints. */
export const toAccount = (row: PlayerModel): Account =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  ) as unknown as Account

/** The day of a time in UTC, as days since the epoch. */
export const dayOf = (time: number): number => Math.floor(time / DAY)

/** The week of a time, Monday to Sunday in UTC, as weeks since that of the epoch, which was a Thursday. */
export const weekOf = (time: number): number => Math.floor((dayOf(time) + 3) / 7)

/** Counts rings as earned now. A clock that was set back to an earlier week counts them in the later one. */
export const addEarned = (account: Account, rings: number, now: number): void => {
  const week = weekOf(now)
  if (account.week < week) {
    account.lastWeekEarned = account.week === week - 1 ? account.weekEarned : 0
    account.weekEarned = 0
    account.week = week
  }
  account.earned += rings
  account.weekEarned += rings
}

export type BoostLevels = Record<BoughtBoost, number>

/** What rules make of a player's boosts. Levels beyond the highest of the rules, which may have been lowered, count as the highest. */
export const abilitiesOf = ({ taps, energy, boosts }: GameRules, levels: BoostLevels) => {
  const steps = (boost: Exclude<BoughtBoost, 'tapBot'>) =>
    Math.min(levels[boost], boosts[boost].prices.length) * boosts[boost].step
  return {
    ringsPerTap: taps.rings + steps('multitap'),
    maxEnergy: energy.max + steps('energyLimit'),
    energyPerSecond: energy.perSecond + steps('rechargeSpeed'),
  }
}

/** How many taps a second of a player count: by the rules, or fewer where an operator or the watch over fair play says so. */
const tapRate = ({ taps }: GameRules, limit: number | null): number => Math.min(taps.perSecond, limit ?? Infinity)

/** The most taps that a player may have in hand. Thousandths. */
const creditLimit = (rules: GameRules, limit: number | null): number =>
  tapRate(rules, limit) * rules.taps.burstSeconds * THOUSANDTHS

/** A new player's account: full energy, nothing earned. */
export const newAccount = (
  { userId, appId }: { userId: string; appId: string },
  { rules, version }: { rules: GameRules; version: number },
  now: number,
) => {
  const abilities = abilitiesOf(rules, { multitap: 0, energyLimit: 0, rechargeSpeed: 0, tapBot: 0 })
  return {
    userId,
    appId,
    energy: abilities.maxEnergy * THOUSANDTHS,
    tapCredit: creditLimit(rules, null),
    settledAt: now,
    rulesVersion: version,
    ...abilities,
    createdAt: now,
  }
}

/**
 * How far ahead of the present an account's time may be: servers' clocks differ, and each moment is refilled once, by the clock that is
 * ahead. A time further ahead is of a clock that was wrong by days, and is given up. Milliseconds.
 */
export const MOST_AHEAD = DAY

/**
 * Brings energy and tap credit to the present, by the abilities that the account had until now, and applies newer rules.
 * A clock that is behind the account's time refills nothing, and refills go on from that time.
 */
export const settle = (
  account: Account,
  { rules, version }: { rules: GameRules; version: number },
  now: number,
): void => {
  const elapsed = Math.max(0, now - account.settledAt)
  account.energy = Math.min(account.maxEnergy * THOUSANDTHS, account.energy + elapsed * account.energyPerSecond)
  const refilled = account.tapCredit + elapsed * tapRate(rules, account.tapLimit)
  account.tapCredit = Math.min(creditLimit(rules, account.tapLimit), refilled)
  account.settledAt = account.settledAt > now + MOST_AHEAD ? now : Math.max(account.settledAt, now)
  if (account.rulesVersion < version) applyRules(account, rules, version)
}

/** Sets what rules make of the account's boosts. Energy above the maximum is lost. */
export const applyRules = (account: Account, rules: GameRules, version: number): void => {
  Object.assign(account, abilitiesOf(rules, account), { rulesVersion: version })
  account.energy = Math.min(account.energy, account.maxEnergy * THOUSANDTHS)
}

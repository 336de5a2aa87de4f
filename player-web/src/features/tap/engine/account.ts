import type { AcceptedTaps, GameProfile } from '@openauth/client'

/** What the server last said of a player. */
export type Confirmed = Pick<AcceptedTaps, 'rings' | 'earnedRings' | 'energy' | 'tapCredit' | 'seq' | 'serverTime'>

/** What taps of this player pay and cost. */
export type TapRules = Pick<
  GameProfile,
  'maxEnergy' | 'energyPerSecond' | 'ringsPerTap' | 'tapsPerSecond' | 'tapBurst' | 'turboUntil' | 'turboFactor'
>

/** The part of a profile that the engine reads. */
export type TapProfile = Confirmed & TapRules

/**
 * Turbo ends so much earlier here than on the server, which goes by when taps arrive: none is shown with more rings than
 * it gets. Milliseconds.
 */
export const TURBO_MARGIN = 400

/** When taps stop to pay as during turbo, by the server's clock; null without turbo. */
export const turboEndOf = ({ turboUntil }: TapRules): number | null =>
  turboUntil === null ? null : turboUntil - TURBO_MARGIN

export const isTurboAt = (rules: TapRules, serverNow: number): boolean => (turboEndOf(rules) ?? 0) > serverNow

/** The energy that the server has at a time of its clock, without taps that it does not know. */
export const energyAt = (rules: TapRules, { energy, serverTime }: Confirmed, serverNow: number): number => {
  const refilled = energy + (Math.max(0, serverNow - serverTime) * rules.energyPerSecond) / 1000
  // More than the limit is left as it is, such as energy of a limit that was higher.
  return Math.max(energy, Math.min(rules.maxEnergy, refilled))
}

/** Milliseconds until energy has refilled to an amount; Infinity where it never does. */
export const untilEnergy = ({ energyPerSecond }: TapRules, energy: number, wanted: number): number =>
  energy >= wanted ? 0 : ((wanted - energy) * 1000) / energyPerSecond

/** How many taps the server takes at once at a time of its clock, without taps that it does not know. */
export const creditAt = (rules: TapRules, { tapCredit, serverTime }: Confirmed, serverNow: number): number =>
  Math.min(rules.tapBurst, tapCredit + (Math.max(0, serverNow - serverTime) * rules.tapsPerSecond) / 1000)

/** What a tap pays and costs at a time of the server's clock. */
export const tapAt = (rules: TapRules, serverNow: number): { pay: number; cost: number; isTurbo: boolean } =>
  isTurboAt(rules, serverNow)
    ? { pay: rules.ringsPerTap * rules.turboFactor, cost: 0, isTurbo: true }
    : { pay: rules.ringsPerTap, cost: rules.ringsPerTap, isTurbo: false }

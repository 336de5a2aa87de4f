import type { GameRules } from './game-rules.ts'

const doubling = (first: number, levels: number) => Array.from({ length: levels }, (_, level) => first * 2 ** level)

/** The rules of an app that has set none. */
export const defaultGameRules: GameRules = {
  enabled: true,
  taps: { rings: 1, perSecond: 22, burstSeconds: 30 },
  energy: { max: 1000, perSecond: 1 },
  boosts: {
    multitap: { prices: doubling(1000, 10), step: 1 },
    energyLimit: { prices: doubling(1000, 10), step: 500 },
    rechargeSpeed: { prices: [2000, 10_000, 50_000, 250_000], step: 1 },
    tapBot: { prices: [200_000], ringsPerHour: 3600, hours: 12 },
  },
  freeBoosts: { fullEnergy: { perDay: 1 }, turbo: { perDay: 1, seconds: 20, factor: 5 } },
  daily: { rewards: [500, 1000, 2500, 5000, 7500, 10_000, 15_000] },
  referral: { reward: 2000, verifiedAt: 100 },
  squads: { enabled: true, price: 1000, maxMembers: 1000 },
  claims: { enabled: true, minimum: 1 },
  payouts: { mint: null, decimals: 9, rings: 1, units: 1, delayHours: 0, dailyUnits: null },
  antiCheat: { enabled: true, holds: true, tapLimit: null, clearAfterDays: 14 },
  levels: [5000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000, 100_000_000],
  leagues: [
    { id: 'bronze', name: 'Bronze', from: 0 },
    { id: 'silver', name: 'Silver', from: 50_000 },
    { id: 'gold', name: 'Gold', from: 500_000 },
    { id: 'platinum', name: 'Platinum', from: 5_000_000 },
    { id: 'diamond', name: 'Diamond', from: 50_000_000 },
  ],
}

import { type BoughtBoost, boughtBoosts, type GameRules, type RuleSimulation } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { abilitiesOf, type BoostLevels, DAY, HOUR } from './account.ts'

/** Seconds. */
const MINUTE = 60
const SECONDS_A_DAY = DAY / 1000

interface ModelPlayer {
  id: RuleSimulation['players'][number]['id']
  sessions: number
  minutes: number
  tapsPerSecond: number
  boosts: RuleSimulation['players'][number]['boosts']
}

/** People who play little, some and much. What they do is a model; the shares of real players are in no app the same. */
const modelPlayers: ModelPlayer[] = [
  { id: 'casual', sessions: 2, minutes: 5, tapsPerSecond: 5, boosts: 'none' },
  { id: 'regular', sessions: 5, minutes: 10, tapsPerSecond: 7, boosts: 'half' },
  { id: 'devoted', sessions: 12, minutes: 15, tapsPerSecond: 10, boosts: 'all' },
]

const shares = { none: 0, half: 0.5, all: 1 } as const

const levelsOf = ({ boosts }: GameRules, share: number): BoostLevels =>
  Object.fromEntries(boughtBoosts.map((boost) => [boost, Math.floor(boosts[boost].prices.length * share)])) as Record<
    BoughtBoost,
    number
  >

/** The most rings of taps that a player's energy allows in a session that begins with `energy`. */
const playSession = (
  abilities: ReturnType<typeof abilitiesOf>,
  energy: number,
  { seconds, tapsPerSecond }: { seconds: number; tapsPerSecond: number },
) => {
  const { ringsPerTap, maxEnergy, energyPerSecond } = abilities
  let [left, rings] = [Math.min(energy, maxEnergy), 0]
  for (let second = 0; second < seconds; second += 1) {
    const taps = Math.min(tapsPerSecond, Math.floor(left / ringsPerTap))
    rings += taps * ringsPerTap
    left = Math.min(maxEnergy, left - taps * ringsPerTap + energyPerSecond)
  }
  return { rings, left }
}

/**
 * Rings of a day of a model player by some rules: sessions spread evenly over the day, no free boosts, the daily reward of the
 * seventh day in a row, and the tap bot collected at each session.
 */
export const simulateDay = (rules: GameRules, levels: BoostLevels, player: ModelPlayer) => {
  const abilities = abilitiesOf(rules, levels)
  const tapsPerSecond = Math.min(player.tapsPerSecond, rules.taps.perSecond)
  const seconds = player.minutes * MINUTE
  const pause = Math.max(0, SECONDS_A_DAY / player.sessions - seconds)
  let [taps, energy] = [0, abilities.maxEnergy]
  for (let session = 0; session < player.sessions; session += 1) {
    const played = playSession(abilities, energy, { seconds, tapsPerSecond })
    taps += played.rings
    energy = played.left + pause * abilities.energyPerSecond
  }
  const { tapBot } = rules.boosts
  const botHours = player.sessions * Math.min(24 / player.sessions, tapBot.hours)
  const bot = Math.min(levels.tapBot, tapBot.prices.length) * tapBot.ringsPerHour * botHours
  const { rewards } = rules.daily
  const daily = rewards[Math.min(6, rewards.length - 1)] ?? 0
  const tapBotRings = Math.floor(bot)
  return { taps, tapBot: tapBotRings, daily, total: taps + tapBotRings + daily }
}

interface Compared {
  before: GameRules
  after: GameRules
  /** Milliseconds since the epoch. */
  now: number
}

/** The most players of whose last day a simulation looks at. */
const SAMPLE = 1000

interface TapLine {
  userId: string
  taps: number
  multitap: number
  energyLimit: number
  rechargeSpeed: number
  tapBot: number
}

/** What taps of a player earn by some rules: no more taps, no more than a day's energy, no turbo, and boosts as they are now. */
const countAgain = (rules: GameRules, { taps, ...levels }: TapLine): number => {
  const { ringsPerTap, maxEnergy, energyPerSecond } = abilitiesOf(rules, levels)
  return Math.min(taps * ringsPerTap, maxEnergy + energyPerSecond * SECONDS_A_DAY)
}

/** The taps of the last day by two rules, counted in the same way: rules that are equal give equal rings. */
const countLastDay = async (tx: Tx, appId: string, { before, after, now }: Compared) => {
  const since = BigInt(now - DAY - (now % HOUR))
  const [{ players } = { players: 0 }] = await tx.$queryRaw<{ players: number }[]>`
    SELECT count(*)::int AS players FROM "Player" WHERE "appId" = ${appId}::uuid AND "settledAt" >= ${since}`
  const lines = await tx.$queryRaw<TapLine[]>`
    SELECT p."userId", p.multitap, p."energyLimit", p."rechargeSpeed", p."tapBot", sum(e.taps)::int AS taps
    FROM (
      SELECT * FROM "Player" WHERE "appId" = ${appId}::uuid AND "settledAt" >= ${since} ORDER BY "userId" DESC LIMIT ${SAMPLE}::int
    ) p JOIN "RingEntry" e ON e."userId" = p."userId" AND e.kind = 'taps' AND e."endedAt" >= ${since}
    GROUP BY p."userId", p.multitap, p."energyLimit", p."rechargeSpeed", p."tapBot"`
  const sum = (of: (line: TapLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    players,
    sampled: lines.length,
    before: sum((line) => countAgain(before, line)),
    after: sum((line) => countAgain(after, line)),
  }
}

/** What a change of rules does to a day's rings. */
export const simulate = async (tx: Tx, appId: string, { before, after, now }: Compared): Promise<RuleSimulation> => ({
  rules: after,
  players: modelPlayers.map((player) => {
    // Boosts as they are bought today: a change of prices does not take them away.
    const levels = levelsOf(before, shares[player.boosts])
    return { ...player, before: simulateDay(before, levels, player), after: simulateDay(after, levels, player) }
  }),
  lastDay: await countLastDay(tx, appId, { before, after, now }),
})

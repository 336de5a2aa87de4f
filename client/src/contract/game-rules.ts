import * as z from 'zod'
import { solanaForm } from './facts/addresses.ts'
import { visibleText } from './fields.ts'

/** The largest number of rings that one rule may give or ask for. */
const MAX_RINGS = 1_000_000_000_000

const rings = z.int().min(0).max(MAX_RINGS)
const prices = z
  .array(rings)
  .max(30)
  .describe('the price of each level in rings, from the first; its length is the highest level')
const perDay = z.int().min(0).max(100).describe('how often a player may use it in a day (UTC)')

/** Whether each number is greater than the one before, as beginnings of levels and leagues are. */
const isAscending = (numbers: number[]) => numbers.every((each, index) => index === 0 || each > numbers[index - 1]!)

const League = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 lower-case letters, digits or hyphens'),
  name: visibleText(1, 40),
  from: rings.describe('rings earned in all from which a player belongs to it'),
})

const sections = {
  taps: z.object({
    rings: z
      .int()
      .min(1)
      .max(1000)
      .describe('rings of a tap without boosts; a tap uses as much energy as it pays rings'),
    perSecond: z.int().min(1).max(100).describe('how many taps a second a player can make'),
    burstSeconds: z.int().min(1).max(600).describe('for how many seconds of tapping taps may arrive at once'),
  }),
  energy: z.object({
    max: z.int().min(1).max(1_000_000).describe('energy without boosts'),
    perSecond: z.int().min(1).max(10_000).describe('how fast it refills without boosts'),
  }),
  boosts: z.object({
    multitap: z.object({ prices, step: z.int().min(1).max(100).describe('rings of a tap that a level adds') }),
    energyLimit: z.object({ prices, step: z.int().min(1).max(100_000).describe('energy that a level adds') }),
    rechargeSpeed: z.object({ prices, step: z.int().min(1).max(1000).describe('energy a second that a level adds') }),
    tapBot: z.object({
      prices,
      ringsPerHour: z.int().min(1).max(10_000_000).describe('rings that each level earns an hour'),
      hours: z.int().min(1).max(168).describe('after how many hours without a collection it stops'),
    }),
  }),
  freeBoosts: z.object({
    fullEnergy: z.object({ perDay }),
    turbo: z.object({
      perDay,
      seconds: z.int().min(1).max(300),
      factor: z.int().min(2).max(100).describe('taps pay so many times as much, and use no energy'),
    }),
  }),
  daily: z.object({
    rewards: z
      .array(rings)
      .max(60)
      .describe('rings of each day in a row, the last for all days after; none: no reward'),
  }),
  referral: z.object({
    reward: rings.describe('rings for each verified invitation'),
    verifiedAt: rings.describe('rings that the invited user must have earned'),
  }),
  squads: z.object({
    enabled: z.boolean().describe('whether players can be in squads'),
    price: rings.describe('rings that a new squad costs'),
    maxMembers: z.int().min(2).max(10_000).describe('how many members a squad has at most'),
  }),
  claims: z.object({
    enabled: z.boolean(),
    minimum: rings.min(1).describe('the fewest rings that can be claimed'),
  }),
  payouts: z.object({
    mint: z
      .string()
      .regex(solanaForm, 'must be the address of a mint on Solana')
      .nullable()
      .describe(
        "the SPL token in which claims are paid on chain from the app's treasury; null: claims are recorded only",
      ),
    decimals: z.int().min(0).max(19).describe("the mint's decimals"),
    rings: z.int().min(1).max(1_000_000_000).describe('rings for which `units` are paid: claims are multiples of it'),
    units: z
      .int()
      .min(1)
      .max(1_000_000_000_000)
      .describe('smallest units of the token that are paid for so many rings'),
    delayHours: z.int().min(0).max(720).describe('hours between a claim and its payment at the earliest'),
    dailyUnits: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .nullable()
      .describe('smallest units that are paid in 24 hours at most; null: no limit'),
  }),
  antiCheat: z.object({
    enabled: z.boolean().describe('whether play is observed for signs of programs'),
    holds: z.boolean().describe('whether suspicion delays payouts until a review'),
    tapLimit: z
      .int()
      .min(1)
      .max(100)
      .nullable()
      .describe('taps a second at most for players under suspicion, who are not told; null: as all others'),
    clearAfterDays: z.int().min(1).max(365).describe('days without suspicion after which a delay ends by itself'),
  }),
}

/** The rules of an app's tap game. */
export const GameRules = z
  .object({
    enabled: z.boolean().describe('whether the app has the game'),
    ...sections,
    levels: z
      .array(rings.min(1))
      .max(100)
      .refine(isAscending, 'must ascend')
      .describe('rings earned in all from which each level after the first begins'),
    leagues: z
      .array(League)
      .min(1)
      .max(20)
      .refine((leagues) => leagues[0]?.from === 0, 'must begin with a league from 0')
      .refine((leagues) => isAscending(leagues.map(({ from }) => from)), 'must ascend')
      .refine((leagues) => new Set(leagues.map(({ id }) => id)).size === leagues.length, 'must have different ids'),
  })
  .meta({ id: 'GameRules' })
export type GameRules = z.output<typeof GameRules>

type PartialRules<T> = {
  [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? PartialRules<T[K]> : T[K]
}

/** Some of the rules: a list replaces the list, of other rules those that are missing stay. */
export type GameRuleChanges = PartialRules<GameRules>

const optional = (schema: z.ZodType): z.ZodType =>
  (schema instanceof z.ZodObject
    ? z.strictObject(
        Object.fromEntries(Object.entries(schema.shape).map(([key, each]) => [key, optional(each as z.ZodType)])),
      )
    : schema
  )
    .optional()
    .describe(schema.description ?? '')

/** Optional rules, by name, for the input of a change. */
export const gameRuleChanges = Object.fromEntries(
  Object.entries(GameRules.shape).map(([name, rule]) => [name, optional(rule)]),
) as { [K in keyof GameRules]: z.ZodOptional<z.ZodType<PartialRules<GameRules[K]>>> }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (base: unknown, changes: unknown): unknown => {
  if (changes === undefined) return base
  if (!isObject(base) || !isObject(changes)) return changes
  return Object.fromEntries(Object.keys(base).map((key) => [key, merge(base[key], changes[key])]))
}

/** Rules with changes applied. Throws a ZodError where the result is not valid. */
export const changeGameRules = (rules: GameRules, changes: unknown): GameRules => GameRules.parse(merge(rules, changes))

import * as z from 'zod'
import * as endpoints from './endpoints/game-admin.ts'
import { decimal, Id, Instant, PageMeta, Pagination, visibleText } from './fields.ts'
import { GameRules, gameRuleChanges } from './game-rules.ts'
import { route } from './route.ts'

const ofApp = z.object({ appId: Id })
const ofUser = ofApp.extend({ id: Id })

const StoredRules = z
  .object({
    version: z.int().min(0).describe('0: the built-in rules'),
    createdAt: Instant.nullable().describe('of this version; null for the built-in rules'),
    madeBy: z
      .object({ id: z.int(), username: z.string().nullable().describe('null if this admin is gone') })
      .nullable()
      .describe('the admin who made this version; null for the built-in rules, and for versions older than this field'),
    rules: GameRules,
  })
  .meta({ id: 'GameRulesVersion' })

/** Where a player's rings of a day come from. */
const DayRings = z.object({
  taps: z.int(),
  tapBot: z.int(),
  daily: z.int(),
  total: z.int(),
})

const SimulatedPlayer = z.object({
  id: z.enum(['casual', 'regular', 'devoted']),
  sessions: z.int().describe('how often it plays in a day'),
  minutes: z.int().describe('of each session'),
  tapsPerSecond: z.int(),
  boosts: z.enum(['none', 'half', 'all']).describe('which part of the levels of the present rules it has bought'),
  before: DayRings.describe('rings a day by the rules in force'),
  after: DayRings.describe('rings a day by the changed rules'),
})

export const RuleSimulation = z
  .object({
    rules: GameRules.describe('the changed rules'),
    players: z.array(SimulatedPlayer).describe('model players; what they do is stated, not measured'),
    lastDay: z
      .object({
        players: z.int().describe('players who tapped in the last 24 hours'),
        sampled: z.int().describe('how many of them were looked at'),
        before: z.int().describe('what the taps of the sampled players earn at most in a day by the rules in force'),
        after: z.int().describe('what the same taps earn at most by the changed rules'),
      })
      .describe(
        'the taps of the last 24 hours, counted by both rules in the same way: with the boosts of now, without turbo',
      ),
  })
  .meta({ id: 'RuleSimulation' })
export type GameRulesVersion = z.input<typeof StoredRules>
export type RuleSimulation = z.input<typeof RuleSimulation>

/** The rules of apps' tap games. */
export const gameRules = {
  get: route(endpoints.gameRules.get, {
    summary: "Show the rules of an app's tap game",
    description: 'An app that has set none has the built-in rules, which are version 0.',
    input: ofApp,
    output: StoredRules,
    errors: ['app_not_found'],
  }),
  update: route(endpoints.gameRules.update, {
    summary: "Change rules of an app's tap game; missing rules stay",
    description:
      "Makes a new version, which holds within a second for every player. Energy that refilled until a player's next call is counted by the rules before. " +
      'A list replaces the list.',
    input: ofApp.extend({
      ...gameRuleChanges,
      expectedVersion: decimal(z.int().min(0))
        .optional()
        .describe('`version` as it was read: the change is refused with `changed_meanwhile` if it is another'),
    }),
    output: StoredRules,
    errors: [
      'app_not_found',
      'changed_meanwhile',
      'payout_token_refused',
      'rpc_not_allowed',
      'chain_unavailable',
      'chain_timeout',
      'chain_answer_unusable',
    ],
  }),
  versions: route(endpoints.gameRules.versions, {
    summary: 'List the versions of the rules, newest first',
    description: 'Versions are kept, each with the admin who made it.',
    input: ofApp.extend(Pagination.shape),
    output: z.array(StoredRules),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  simulate: route(endpoints.gameRules.simulate, {
    summary: "Tell what a change of rules does to a day's rings; changes nothing",
    description:
      'Three model players play a day by the rules in force and by the changed ones. The taps of the last 24 hours are counted by both too.',
    input: ofApp.extend(gameRuleChanges),
    output: RuleSimulation,
    errors: ['app_not_found'],
  }),
}

const entryKinds = [
  'taps',
  'tap_bot',
  'daily',
  'boost',
  'referral',
  'claim',
  'adjustment',
  'squad',
  'task',
  'claim_returned',
] as const

export const RingEntry = z
  .object({
    firstSeq: z.int().describe('the number of its first posting; a line of taps has several'),
    lastSeq: z.int(),
    kind: z.enum(entryKinds),
    amount: z.int().describe('rings; negative: spent or claimed'),
    balance: z.int().describe('after it'),
    taps: z.int(),
    reference: z.string().nullable().describe('what it is about: a boost, an invited user, a day, a reason'),
    startedAt: Instant,
    endedAt: Instant,
  })
  .meta({ id: 'RingEntry' })
export type RingEntry = z.input<typeof RingEntry>

/** A line of a ledger as operators see it. */
export const AdminRingEntry = RingEntry.extend({
  task: z
    .object({ id: z.string(), title: z.string().nullable().describe('null once the task is removed') })
    .nullable()
    .describe('the task that was paid; null for lines of other kinds'),
}).meta({ id: 'AdminRingEntry' })
export type AdminRingEntry = z.input<typeof AdminRingEntry>

export const PlayerAccount = z
  .object({
    rings: z.int(),
    earnedRings: z.int(),
    claimedRings: z.int(),
    energy: z.int(),
    maxEnergy: z.int(),
    energyPerSecond: z.int(),
    ringsPerTap: z.int(),
    level: z.int(),
    league: z.string().describe('its id'),
    boosts: z.object({ multitap: z.int(), energyLimit: z.int(), rechargeSpeed: z.int(), tapBot: z.int() }),
    streakDays: z.int().describe('days in a row with a daily reward'),
    seq: z.int().describe('the number of the last accepted batch of taps'),
    rulesVersion: z.int(),
    createdAt: Instant,
    lastPlayedAt: Instant.describe(
      "of the last taps, purchase, reward, task or claim of the player's own; without any, when the account was made",
    ),
    ledger: z.object({
      isSound: z.boolean().describe('whether the ledger has no gaps and adds up to the balance'),
      balance: z.int().describe('the sum of the ledger'),
      earned: z.int().describe('the sum of what was earned'),
    }),
  })
  .meta({ id: 'PlayerAccount' })
export type PlayerAccount = z.input<typeof PlayerAccount>

/** Players of the tap game, for operators. */
export const gamePlayers = {
  get: route(endpoints.gamePlayers.get, {
    summary: "Show a player's account in the tap game, with a check of its ledger",
    description: 'A user who has never played has no account.',
    input: ofUser,
    output: PlayerAccount,
    errors: ['user_not_found', 'player_not_found'],
  }),
  ledger: route(endpoints.gamePlayers.ledger, {
    summary: "List a player's ledger of rings, newest first",
    description: 'Taps of an hour share a line while nothing else is posted between them.',
    input: ofUser.extend(Pagination.shape),
    output: z.array(AdminRingEntry),
    meta: PageMeta,
    errors: ['user_not_found', 'player_not_found'],
  }),
  adjust: route(endpoints.gamePlayers.adjust, {
    summary: "Add rings to a player's balance, or take some",
    description:
      'A line of the ledger with a reason. It changes neither level nor place on the boards. A repeated call with the same key adds nothing.',
    input: ofUser.extend({
      rings: z
        .int()
        .min(-1_000_000_000_000)
        .max(1_000_000_000_000)
        .refine((rings) => rings !== 0, 'must not be 0'),
      reason: visibleText(1, 200),
      idempotencyKey: z.string().min(1).max(100).describe('chosen by the caller; one adjustment a key and player'),
    }),
    output: PlayerAccount,
    errors: ['user_not_found', 'player_not_found', 'not_enough_rings', 'idempotency_conflict'],
  }),
}

import { type AcceptedTaps, MAX_SEQ_AHEAD } from '@openauth/client'
import type { UserIdentity } from '../../handler.ts'
import type { Database, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { HOUR, MOST_AHEAD, THOUSANDTHS, weekOf } from './account.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { counter } from '../../lib/metrics/counters.ts'
import type { Score } from './boards/score.ts'
import { type RingAccountNeeds, withAccount } from './open-account.ts'
import { createGroupCommit } from './group-commit.ts'
import { renewRules } from './renew-rules.ts'
import type { VersionedRules } from './rules.ts'
import { addTapsTo, isDistributed } from './taps-alone.ts'

/**
 * Adds the taps of many players, each at most once in a call, in one statement: one flush to disk serves all of them. Rows are locked in
 * the order of their ids. Accounts that something else has locked, that do not exist, and those of other rules than the caller's are left alone
 * and missing in the answer: no player waits for another one's account. A cluster that distributes players refuses such a statement; taps-alone.ts is for it.
 */
const addTaps: Statement = {
  name: 'game-taps',
  text: `
    WITH batch AS (
      SELECT * FROM unnest($3::uuid[], $4::int[], $5::float8[], $6::int[], $7::int[], $8::int[])
        AS b("userId", count, asked, version, rate, burst)
    ), before AS (
      SELECT p."userId", p.rings, p.earned, p.seq, p."ledgerSeq", p."openSeq", p."openHour", p."ringsPerTap", p."referralSettled",
        b.count, b.asked::bigint AS asked, b.asked > p.seq AS "isNew", b.asked > p.seq + ${MAX_SEQ_AHEAD} AS "isTooFar",
        p."turboUntil" > $1 AS "isTurbo", p."turboFactor", p."isHidden", p."squadId", greatest(p.week, $9) AS week,
        CASE WHEN p."settledAt" > $1 + ${MOST_AHEAD} THEN $1 ELSE greatest(p."settledAt", $1) END AS "settledAt",
        CASE WHEN p.week >= $9 THEN p."weekEarned" ELSE 0 END AS "weekEarned",
        CASE WHEN p.week >= $9 THEN p."lastWeekEarned" WHEN p.week = $9 - 1 THEN p."weekEarned" ELSE 0 END AS "lastWeekEarned",
        least(p."maxEnergy"::bigint * ${THOUSANDTHS}, p.energy + greatest($1 - p."settledAt", 0) * p."energyPerSecond") AS energy,
        least(b.burst::bigint * least(b.rate, p."tapLimit") * ${THOUSANDTHS},
          p."tapCredit" + greatest($1 - p."settledAt", 0) * least(b.rate, p."tapLimit")) AS credit
      FROM batch b JOIN "Player" p ON p."userId" = b."userId"
      WHERE p."rulesVersion" = b.version
      ORDER BY p."userId" FOR UPDATE OF p SKIP LOCKED
    ), counted AS (
      SELECT *, CASE WHEN "isNew" AND NOT "isTooFar" THEN least(
        count, credit / ${THOUSANDTHS}, CASE WHEN "isTurbo" THEN count ELSE energy / (${THOUSANDTHS} * "ringsPerTap") END
      ) ELSE 0 END::int AS accepted
      FROM before
    ), paid AS (
      SELECT *, accepted::bigint * "ringsPerTap" * CASE WHEN "isTurbo" THEN "turboFactor" ELSE 1 END AS pay,
        energy - CASE WHEN "isTurbo" THEN 0 ELSE accepted::bigint * "ringsPerTap" * ${THOUSANDTHS} END AS "energyLeft",
        CASE WHEN accepted = 0 THEN "openSeq" WHEN "openHour" = $2 AND "openSeq" IS NOT NULL THEN "openSeq"
          ELSE "ledgerSeq" + 1 END AS "entrySeq"
      FROM counted
    ), stored AS (
      UPDATE "Player" p SET rings = t.rings + t.pay, earned = t.earned + t.pay, seq = t.asked, energy = t."energyLeft",
        "tapCredit" = t.credit - t.accepted::bigint * ${THOUSANDTHS}, "settledAt" = t."settledAt",
        "ledgerSeq" = t."ledgerSeq" + CASE WHEN t.accepted > 0 THEN 1 ELSE 0 END,
        week = t.week, "weekEarned" = t."weekEarned" + t.pay, "lastWeekEarned" = t."lastWeekEarned",
        "openSeq" = t."entrySeq", "openHour" = CASE WHEN t.accepted > 0 THEN $2 ELSE t."openHour" END
      FROM paid t WHERE p."userId" = t."userId" AND t."isNew" AND NOT t."isTooFar"
    ), entered AS (
      INSERT INTO "RingEntry" AS e
        ("userId", "firstSeq", "lastSeq", kind, amount, balance, taps, "startedAt", "endedAt")
      SELECT "userId", "entrySeq", "ledgerSeq" + 1, 'taps', pay, rings + pay, accepted, $1, $1 FROM paid WHERE accepted > 0
      ON CONFLICT ("userId", "firstSeq") DO UPDATE SET "lastSeq" = excluded."lastSeq", amount = e.amount + excluded.amount,
        balance = excluded.balance, taps = e.taps + excluded.taps, "endedAt" = excluded."endedAt"
    )
    SELECT "userId" AS key, accepted, "isTooFar", "referralSettled", "isHidden", "squadId", week,
      ("weekEarned" + pay)::float8 AS "weekEarned",
      (rings + pay)::float8 AS rings, (earned + pay)::float8 AS earned,
      ("energyLeft" / ${THOUSANDTHS})::float8 AS energy, (credit / ${THOUSANDTHS} - accepted)::float8 AS "tapCredit",
      CASE WHEN "isNew" AND NOT "isTooFar" THEN asked ELSE seq END::float8 AS seq
    FROM paid`,
}

interface TapRow extends Score {
  squadId: string | null
  key: string
  accepted: number
  isTooFar: boolean
  referralSettled: boolean
  rings: number
  energy: number
  tapCredit: number
  seq: number
}

interface Batch {
  identity: UserIdentity
  count: number
  seq: number
  rules: VersionedRules
}

/** How many players whose accounts were left out of a commit wait for one of their own. */
const MOST_ALONE = 10_000
/** How many players share a statement. */
const LARGEST_COMMIT = 256

const commitTo = ({ query }: Pick<Database, 'query'>, clock: () => number) => {
  const addAll = (batches: Batch[], now: number) =>
    query<TapRow>(addTaps, [
      now,
      now - (now % HOUR),
      batches.map(({ identity }) => identity.userId),
      batches.map(({ count }) => count),
      batches.map(({ seq }) => seq),
      batches.map(({ rules }) => rules.version),
      batches.map(({ rules }) => rules.rules.taps.perSecond),
      batches.map(({ rules }) => rules.rules.taps.burstSeconds),
      weekOf(now),
    ])
  return async (batches: Batch[]): Promise<Map<string, Added>> => {
    const now = clock()
    const rules = new Map(batches.map((batch) => [batch.identity.userId, batch.rules]))
    const added = new Map<string, Added>()
    const add = async (some: Batch[]) => {
      for (const row of await addAll(some, now)) added.set(row.key, { row, rules: rules.get(row.key)! })
    }
    await add(batches)
    const left = batches.filter(({ identity }) => !added.has(identity.userId))
    const outdated = left.map(({ identity, ...batch }) => ({ userId: identity.userId, rules: batch.rules }))
    if (left.length > 0 && (await renewRules({ query }, outdated, now)) > 0) await add(left)
    return added
  }
}

const batchCount = counter('openauth_game_tap_batches_total', 'Batches of taps that were stored.').of()
const tapCounts = counter(
  'openauth_game_taps_total',
  'Taps that players sent in stored batches, by result: `accepted`, or `refused` for lack of energy or for their speed.',
  'result',
)
const accepted = tapCounts.of('accepted')
const refused = tapCounts.of('refused')

/** What a batch of taps did, and whether the player's inviter may be due. */
export interface TapResult extends AcceptedTaps {
  mayOweInviter: boolean
}

export interface Taps {
  /** Throws `game_off`, `seq_too_far`, and `too_many_attempts` for a player with too many calls at once. */
  add: (identity: UserIdentity, batch: { count: number; seq: number }) => Promise<TapResult>
}

interface Added {
  row: Omit<TapRow, 'key'>
  rules: VersionedRules
}

type Batches = (identity: UserIdentity, batch: { count: number; seq: number }) => Promise<Added>

const whole = (thousandths: number): number => Math.floor(thousandths / THOUSANDTHS)

/** Each call is a transaction of its own. */
const addAlone =
  (deps: RingAccountNeeds): Batches =>
  (identity, batch) =>
    withAccount(deps, identity, (open) => {
      const { account, rules, version } = open
      const added = addTapsTo(open, batch)
      const { rings, earned, seq, referralSettled, week, weekEarned, isHidden, squadId } = account
      const wholes = { energy: whole(account.energy), tapCredit: whole(account.tapCredit) }
      const score = { earned, week, weekEarned, isHidden, squadId }
      return { row: { ...added, ...score, ...wholes, rings, seq, referralSettled }, rules: { rules, version } }
    })

/** Calls of many players share a commit; an account that is left out of it is opened by itself. */
const addInGroups = (deps: RingAccountNeeds, alone: Batches): Batches => {
  const { db, gameRules, clock } = deps
  // Each takes a connection, and may wait for an account: half of them are left for all other calls.
  const concurrency = Math.max(1, Math.floor((db.pool.options.max ?? 10) / 2))
  const turns = createFairQueue({ concurrency, perCaller: 1, total: MOST_ALONE })
  const commits = createGroupCommit(commitTo(db, clock), {
    keyOf: ({ identity }) => identity.userId,
    largest: LARGEST_COMMIT,
    alone: ({ identity, ...batch }) => turns(identity.userId, () => alone(identity, batch)),
  })
  return async (identity, batch) => commits.add({ identity, ...batch, rules: await gameRules.get(identity.appId) })
}

/**
 * Adds taps, durable before the answer. `distributed` tells whether a cluster distributes the accounts; it is asked until it has answered
 * once.
 */
export const createTaps = (deps: RingAccountNeeds, distributed = () => isDistributed(deps.db)): Taps => {
  const { clock, boards, squadTotals } = deps
  const alone = addAlone(deps)
  const inGroups = addInGroups(deps, alone)
  let way: Batches | undefined

  const add = async (identity: UserIdentity, batch: { count: number; seq: number }): Promise<TapResult> => {
    way ??= (await distributed()) ? alone : inGroups
    const { row, rules } = await way(identity, batch)
    if (row.isTooFar) throw new Problem('seq_too_far')
    batchCount.value += 1
    accepted.value += row.accepted
    refused.value += batch.count - row.accepted
    if (row.accepted > 0 && row.squadId) squadTotals.mark(row.squadId)
    if (row.accepted > 0 && !row.isHidden) boards.set(identity.appId, identity.userId, row)
    return {
      accepted: row.accepted,
      rings: row.rings,
      earnedRings: row.earned,
      energy: row.energy,
      tapCredit: row.tapCredit,
      seq: row.seq,
      serverTime: clock(),
      mayOweInviter: !row.referralSettled && row.earned >= rules.rules.referral.verifiedAt,
    }
  }
  return { add }
}

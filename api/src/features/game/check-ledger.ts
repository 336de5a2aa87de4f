import type { Tx } from '../../db.ts'
import { grantedKinds, kindsOf } from './posting-kinds.ts'

/** A player's ledger, added up, beside what its account says. */
export interface LedgerCheck {
  userId: string
  /** Sum of all postings. */
  balance: number
  /** Sum of what was earned. */
  earned: number
  /** Whether numbers have no gaps, each line's balance is the one before plus its amount, and the account has the same sums. */
  isSound: boolean
  /** The time of the last posting that the player caused itself: others invite, adjust and return. Milliseconds; null without one. */
  playedAt: number | null
}

/**
 * Adds up the ledgers of players and compares them with their accounts, in one statement and so at one moment.
 */
export const checkLedgers = (tx: Tx, userIds: string[]): Promise<LedgerCheck[]> =>
  tx.$queryRaw<LedgerCheck[]>`
    WITH line AS (
      SELECT e.*, lag(e."lastSeq", 1, 0::bigint) OVER w AS "seqBefore", lag(e.balance, 1, 0::bigint) OVER w AS "balanceBefore"
      FROM "RingEntry" e WHERE e."userId" = ANY(${userIds}::uuid[])
      WINDOW w AS (PARTITION BY e."userId" ORDER BY e."firstSeq")
    ), added AS (
      SELECT "userId", sum(amount) AS balance, max("lastSeq") AS seq,
        sum(amount) FILTER (WHERE kind <> ALL(${kindsOf('spent', 'claimed', 'adjusted')}::"RingEntryKind"[])) AS earned,
        max("endedAt") FILTER (WHERE kind <> ALL(${grantedKinds}::"RingEntryKind"[])) AS "playedAt",
        bool_and("firstSeq" = "seqBefore" + 1 AND "lastSeq" >= "firstSeq" AND balance = "balanceBefore" + amount) AS "isChained"
      FROM line GROUP BY "userId"
    )
    SELECT p."userId", coalesce(a.balance, 0)::float8 AS balance, coalesce(a.earned, 0)::float8 AS earned,
      a."playedAt"::float8 AS "playedAt",
      coalesce(a."isChained", true) AND coalesce(a.balance, 0) = p.rings AND coalesce(a.earned, 0) = p.earned
        AND coalesce(a.seq, 0) = p."ledgerSeq" AS "isSound"
    FROM "Player" p LEFT JOIN added a ON a."userId" = p."userId"
    WHERE p."userId" = ANY(${userIds}::uuid[])`

import type { Database } from '../../../db.ts'
import type { BackgroundWork } from '../../../lib/background-work.ts'
import { DAY, dayOf } from '../account.ts'
import { kindsOf } from '../posting-kinds.ts'
import { type Connection, inLongTransaction } from './long-transaction.ts'

/** Advisory lock: one server counts, the others do nothing. It ends with the transaction. */
const COUNT_LOCK = 5_566_017

/** How long after its end a day is counted for good: later than any call of that day commits. Milliseconds. */
const GRACE = 10 * 60_000
/** How often today is counted at most. Milliseconds. */
const INTERVAL = 60_000
/** A count takes at most one part in so many of the time. */
const REST = 50
/** How many days statistics show: so many of the past are counted where none are. */
const MOST_DAYS = 400

/** Kinds of postings as SQL. */
const sqlOf = (...meanings: Parameters<typeof kindsOf>) =>
  kindsOf(...meanings)
    .map((kind) => `'${kind}'`)
    .join(', ')

/** Kinds that are neither made nor spent in the game. */
const notPlayed = sqlOf('claimed', 'adjusted')

/**
 * Counts a day. Each part reads the rows of one player by its id, so a cluster that distributes players adds up on each shard.
 * One pass over the players finds their apps and those who were new.
 */
const COUNT_DAY = `
  WITH played AS (
    SELECT "userId", sum(taps) AS taps, bool_or(kind = 'taps') AS tapped,
      sum(amount) FILTER (WHERE kind NOT IN (${notPlayed}) AND amount > 0) AS made,
      -sum(amount) FILTER (WHERE kind NOT IN (${notPlayed}) AND amount < 0) AS spent,
      -sum(amount) FILTER (WHERE kind IN (${sqlOf('claimed')})) AS claimed,
      sum(amount) FILTER (WHERE kind IN (${sqlOf('adjusted')})) AS adjusted
    FROM "RingEntry" WHERE "startedAt" >= $2 AND "startedAt" < $2::bigint + ${DAY}
    GROUP BY "userId"
  )
  INSERT INTO "GameDay"
    ("appId", day, taps, players, "newPlayers", made, spent, claimed, adjusted, returned1, returned7, returned30)
  SELECT p."appId", $1::int, coalesce(sum(d.taps), 0), count(*) FILTER (WHERE d.tapped),
    count(*) FILTER (WHERE p."createdAt" >= $2 AND p."createdAt" < $2::bigint + ${DAY}),
    coalesce(sum(d.made), 0), coalesce(sum(d.spent), 0), coalesce(sum(d.claimed), 0), coalesce(sum(d.adjusted), 0),
    count(*) FILTER (WHERE d.tapped AND p."createdAt" / ${DAY} = $1::int - 1),
    count(*) FILTER (WHERE d.tapped AND p."createdAt" / ${DAY} = $1::int - 7),
    count(*) FILTER (WHERE d.tapped AND p."createdAt" / ${DAY} = $1::int - 30)
  FROM "Player" p LEFT JOIN played d ON d."userId" = p."userId"
  WHERE d."userId" IS NOT NULL OR (p."createdAt" >= $2 AND p."createdAt" < $2::bigint + ${DAY})
  GROUP BY p."appId"`

interface Progress {
  closedDay: number
  /** Milliseconds since the epoch. */
  nextAt: number
}

const readProgress = async (connection: Pick<Connection, 'query'>): Promise<Progress | undefined> => {
  const { rows } = await connection.query<Progress>(
    'SELECT "closedDay", "nextAt"::float8 AS "nextAt" FROM "GameDayCount" WHERE id = 1',
  )
  return rows[0]
}

/** The day before the first one to count: that of the oldest account, or today's. */
const firstClosedDay = async (connection: Connection, now: number): Promise<number> => {
  const { rows } = await connection.query<{ at: number | null }>('SELECT min("createdAt")::float8 AS at FROM "Player"')
  return Math.max(dayOf(rows[0]?.at ?? now), dayOf(now) - MOST_DAYS) - 1
}

/** Counts a day again, and stores until when it is counted and when it is counted next. */
const countDay = async (connection: Connection, day: number, closedDay: number, now: number): Promise<void> => {
  const started = performance.now()
  await connection.query('DELETE FROM "GameDay" WHERE day = $1', [day])
  await connection.query(COUNT_DAY, [day, day * DAY])
  const pause = Math.max(INTERVAL, Math.round((performance.now() - started) * REST))
  await connection.query(
    `INSERT INTO "GameDayCount" (id, "closedDay", "countedAt", "nextAt") VALUES (1, $1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET "closedDay" = excluded."closedDay", "countedAt" = excluded."countedAt", "nextAt" = excluded."nextAt"`,
    [closedDay, now, now + pause],
  )
}

/** What a step counted; undefined where another server is counting. */
type Step = { isLast: boolean; after: number } | undefined

/** Counts the first day that is not counted for good, or the one after `after`, which waits for its last rows. */
const countNext = async (connection: Connection, now: number, after: number): Promise<Step> => {
  const { rows } = await connection.query<{ acquired: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS acquired', [
    COUNT_LOCK,
  ])
  if (!rows[0]?.acquired) return undefined
  const closedDay = (await readProgress(connection))?.closedDay ?? (await firstClosedDay(connection, now))
  const day = Math.max(closedDay, after) + 1
  const today = dayOf(now)
  // The clock was set back.
  if (day > today) return { isLast: true, after: day }
  const isOver = now >= (day + 1) * DAY + GRACE
  await countDay(connection, day, isOver ? day : closedDay, now)
  return { isLast: day === today, after: day }
}

/**
 * Counts the days of all apps' games up to today, each in a transaction of its own: after a crash, or after days without a server,
 * it goes on where it was. Days that are over for ten minutes are counted for the last time.
 * Any server may run it at any time: one counts. Returns false where another one does.
 */
export const countGameDays = async (
  { pool }: Pick<Database, 'pool'>,
  clock: () => number,
  signal?: AbortSignal,
): Promise<boolean> => {
  let after = -1
  for (;;) {
    signal?.throwIfAborted()
    const step = await inLongTransaction(pool, (connection) => countNext(connection, clock(), after), signal)
    if (!step) return false
    if (step.isLast) return true
    after = step.after
  }
}

/** Deletes the figures of days that no statistics show any more. */
export const deleteOldGameDays = async ({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<void> => {
  await prisma.gameDay.deleteMany({ where: { day: { lt: dayOf(now) - MOST_DAYS - 30 } } })
}

/** How often a server looks whether it is time to count. Milliseconds. */
const LOOK = 10_000

/** Counts once a minute, and less often where a count takes long. A failure is logged; the next look tries again. */
export const startGameDayCounts = (
  background: BackgroundWork,
  { db, clock }: { db: Pick<Database, 'pool'>; clock: () => number },
): void => {
  let isCounting = false
  background.repeat(LOOK, 'days of the game were not counted', async (signal) => {
    if (isCounting) return
    isCounting = true
    try {
      const progress = await readProgress(db.pool)
      if (!progress || progress.nextAt <= clock()) await countGameDays(db, clock, signal)
    } finally {
      isCounting = false
    }
  })
}

import type { Database, Tx } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'

/** The app id under which the counts of all apps together are stored. */
export const ALL_APPS = '00000000-0000-0000-0000-000000000000'

/** Advisory lock of what changes the sums of all apps: rollups and deletions of apps. */
const ROLLUP_LOCK = 5_566_003

/** Maximum deltas of one transaction. */
const BATCH_SIZE = 100_000

const addUp = async (tx: Tx): Promise<number> => {
  const [lock] = await tx.$queryRaw<{ acquired: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${ROLLUP_LOCK}) AS acquired`
  if (!lock?.acquired) return 0
  const [taken] = await tx.$queryRaw<{ rows: bigint }[]>`
    WITH taken AS (
      DELETE FROM "StatisticDelta" WHERE ctid = ANY (ARRAY(SELECT ctid FROM "StatisticDelta" LIMIT ${BATCH_SIZE}))
      RETURNING "appId", kind, key, at, count
    ), sums AS (
      SELECT owner.id, p.period, t.kind, t.key, sum(t.count) AS count,
        CASE p.period WHEN 'ever' THEN to_timestamp(0) ELSE date_trunc(p.period::text, t.at, 'UTC') END AS at
      FROM taken t JOIN "App" a ON a.id = t."appId" AND a."deletedAt" IS NULL
      CROSS JOIN LATERAL (VALUES (t."appId"), (${ALL_APPS}::uuid)) AS owner (id)
      CROSS JOIN unnest(enum_range(NULL::"StatisticPeriod")) AS p (period)
      WHERE p.period <> 'ever' OR t.kind <> 'activeUsers'
      GROUP BY 1, 2, 3, 4, 6
    ), added AS (
      INSERT INTO "Statistic" AS s ("appId", period, at, kind, key, count)
      SELECT id, period, at, kind, key, count FROM sums
      ON CONFLICT ("appId", period, at, kind, key) DO UPDATE SET count = s.count + excluded.count
    )
    SELECT count(*) AS rows FROM taken`
  return Number(taken!.rows)
}

/**
 * Adds the deltas up into hours, days and totals, of each app and of all apps; discards those of deleted apps. Every
 * instance may run it at any time: one adds up, the others do nothing. Once the signal is aborted it throws the signal's
 * reason after its batch; the next call adds up the rest.
 */
export const rollUp = async (db: Database, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    if ((await db.transaction(addUp)) < BATCH_SIZE) return
  }
}

/** Deletes an app's statistics, and subtracts them from those of all apps. Call it where the app is marked deleted. */
export const deleteStatistics = async (tx: Tx, appId: string): Promise<void> => {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${ROLLUP_LOCK})::text`
  await tx.$executeRaw`DELETE FROM "StatisticDelta" WHERE "appId" = ${appId}::uuid`
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM "Statistic" WHERE "appId" = ${appId}::uuid RETURNING *)
    UPDATE "Statistic" s SET count = s.count - gone.count FROM gone
    WHERE s."appId" = ${ALL_APPS}::uuid
      AND s.period = gone.period AND s.at = gone.at AND s.kind = gone.kind AND s.key = gone.key`
}

/** How long figures of hours are kept. Days. */
export const HOURS_KEPT = 35

/** How often deltas are added up. Milliseconds. */
const INTERVAL = 10_000

/** Adds the deltas up now and every ten seconds. A failure is logged; the next run tries again. */
export const startRollups = (background: BackgroundWork, db: Database): void => {
  const rollup = ['statistics were not rolled up', (signal: AbortSignal) => rollUp(db, signal)] as const
  background.start(...rollup)
  background.repeat(INTERVAL, ...rollup)
}

// What counting a day of the tap game costs over many players: api/src/features/game/stats.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../api/src/db.ts'
import { countGameDays } from '../api/src/features/game/stats/count-days.ts'

const playerCount = Number(process.env.BENCH_PLAYERS ?? 1_000_000)
/** Days with entries. */
const DAYS = 3
const DAY = 86_400_000
/** Lines of taps of an active player in a day, one every two hours. */
const LINES = 8

/** Players of one app, of whom three in ten tap each day. One in a hundred is new each day. */
const seedPlayers = (client: pg.Client, appId: string, first: number) =>
  client.query(
    `INSERT INTO "Player" ("userId", "appId", energy, "tapCredit", "settledAt", "rulesVersion", "ringsPerTap", "maxEnergy",
       "energyPerSecond", "createdAt")
     SELECT gen_random_uuid(), $1, 0, 0, $2::bigint, 0, 1, 1000, 1, $2::bigint + (n % 100 - 97)::bigint * ${DAY}
     FROM generate_series(1, $3::int) n`,
    [appId, first, playerCount],
  )

/** Lines in the order of time, as play adds them. */
const seedLines = async (client: pg.Client, first: number) => {
  await client.query('ALTER TABLE "RingEntry" DROP CONSTRAINT "RingEntry_pkey"')
  for (let line = 0; line < DAYS * LINES; line += 1) {
    const at = first + Math.floor(line / LINES) * DAY + (line % LINES) * 7_200_000
    await client.query(
      `INSERT INTO "RingEntry" ("userId", "firstSeq", "lastSeq", kind, amount, balance, taps, "startedAt", "endedAt")
       SELECT "userId", $1, $1, 'taps', 100, 100, 100, $2::bigint, $2::bigint
       FROM "Player" WHERE ('x' || left(replace("userId"::text, '-', ''), 4))::bit(16)::int % 10 + $3::int % 3 BETWEEN 2 AND 4`,
      [line + 1, at, Math.floor(line / LINES)],
    )
  }
  await client.query('ALTER TABLE "RingEntry" ADD PRIMARY KEY ("userId", "firstSeq")')
  for (const table of ['RingEntry', 'Player']) await client.query(`VACUUM ANALYZE "${table}"`)
}

const rowsOf = async (client: pg.Client, table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`SELECT count(*) FROM "${table}"`)).rows[0]!.count)

/** Counts each seeded day, and prints how long that took and what found its rows. */
export const measureGameDays = async (databaseUrl: string, print: (line: string) => void): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const first = (Math.floor(Date.now() / DAY) - DAYS - 1) * DAY
  await seedPlayers(client, randomUUID(), first)
  await seedLines(client, first)
  print(`\n${await rowsOf(client, 'Player')} players, ${await rowsOf(client, 'RingEntry')} lines of ${DAYS} days`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) SELECT count(*) FROM "RingEntry" WHERE "startedAt" >= $1 AND "startedAt" < $2',
    [first + DAY, first + 2 * DAY],
  )
  for (const row of rows) print(`  ${row['QUERY PLAN']}`)
  const { rows: sizes } = await client.query<{ name: string; size: string }>(
    `SELECT relname AS name, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
     WHERE relname IN ('RingEntry', 'RingEntry_pkey', 'RingEntry_startedAt_idx')`,
  )
  for (const { name, size } of sizes) print(`  ${name} ${size}`)
  await client.query('DELETE FROM "GameDay"')
  const closeUpTo = (day: number) =>
    client.query(
      `INSERT INTO "GameDayCount" ("closedDay", "countedAt", "nextAt") VALUES ($1, 0, 0)
       ON CONFLICT (id) DO UPDATE SET "closedDay" = excluded."closedDay"`,
      [first / DAY + day],
    )
  const db = openDatabase({ url: databaseUrl }, 2)
  for (let day = 0; day < DAYS; day += 1) {
    await closeUpTo(day - 1)
    const started = performance.now()
    await countGameDays(db, () => first + (day + 1) * DAY - 1)
    const { rows: found } = await client.query<{ taps: string; players: number }>(
      'SELECT taps, players FROM "GameDay" WHERE day = $1',
      [first / DAY + day],
    )
    print(
      `  a day of ${found[0]?.players} players, ${found[0]?.taps} taps: ${Math.round(performance.now() - started)} ms`,
    )
  }
  await db.close()
  await client.end()
}

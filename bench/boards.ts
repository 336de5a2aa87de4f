// What boards of many players cost, in memory and in Redis: `npm run bench -- boards`.
import { spawnSync } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import pg from 'pg'
import { type Database, openDatabase, type Statement } from '../api/src/db.ts'
import { readBoard } from '../api/src/features/game/boards/read-board.ts'
import { createLeaderboard } from '../api/src/features/game/boards/leaderboard.ts'
import { type Boards, createBoards } from '../api/src/features/game/boards/boards.ts'
import { createRedisBoards } from '../api/src/features/game/boards/redis/redis-boards.ts'
import { ownRedis } from '../api/src/features/game/boards/redis/redis-server.testing.ts'
import { createRulesCache } from '../api/src/features/game/rules.ts'
import { applyMigrations } from '../api/src/lib/migrations.ts'
import { buildRanking } from '../api/src/lib/ranking/ranking.ts'
import { connectRedis } from '../api/src/redis.ts'
import { earned, idOf } from './players.ts'

/** Reads of the first hundred players and of one's own place. */
const READS = 10_000
/** Scores that change a second while boards are read: as many players tap. */
const CHANGES = 5000
const READ_LIMIT_MS = 5
const BYTES_LIMIT = 24
const BEHIND_LIMIT_MS = 1000
/** Seconds in which a board is built again. */
const buildLimit = (players: number) => Math.max(2, players / 1_000_000)

const appId = randomUUID()
const options = { clock: Date.now, log: { warn: (_fields: object, message: string) => console.error(message) } }

/** Adds players from number `from` on, up to `to`, with rings and no ledger. Those who may be shown have names. */
const seedAccounts = async (url: string, from: number, to: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO "App" (id, name, "nameKey") VALUES ($1, 'Bench', 'bench') ON CONFLICT DO NOTHING`, [
    appId,
  ])
  await client.query(
    `INSERT INTO "Player" ("userId", "appId", rings, earned, "ledgerSeq", energy, "tapCredit", "settledAt", "rulesVersion", "ringsPerTap",
       "maxEnergy", "energyPerSecond", "createdAt")
     SELECT ${idOf}, $1, 0, ${earned}, 0, 0, 0, 0, 0, 1, 1000, 1, 0 FROM generate_series($2::int, $3::int) n`,
    [appId, from + 1, to],
  )
  await client.query('VACUUM ANALYZE "Player"')
  await client.query(
    `INSERT INTO "User" (id, "appId", "referCode", "displayName")
     SELECT "userId", "appId", "userId", 'Player' FROM (SELECT * FROM "Player" ORDER BY earned DESC LIMIT 500) AS first ON CONFLICT DO NOTHING`,
  )
  await client.end()
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

interface Account {
  id: string
  earned: number
}

/** Some thousand players of the app, whose scores change and whose places are asked for. */
const somePlayers: Statement = {
  name: 'bench-some-players',
  text: `SELECT "userId" AS id, earned::float8 AS earned FROM "Player"
    WHERE "appId" = $1 AND earned > 0 AND hashtext("userId"::text) % 100 = 0 LIMIT 5000`,
}

/** Times of reads while scores change. Milliseconds. */
const measureReads = async (db: Database, boards: Boards, players: Account[]): Promise<number[]> => {
  const score = { week: 0, weekEarned: 0 }
  const timer = setInterval(() => {
    for (let index = 0; index < CHANGES / 50; index += 1) {
      const player = players[randomInt(players.length)]!
      player.earned += 1
      boards.set(appId, player.id, { ...score, earned: player.earned })
    }
  }, 20)
  const gameRules = createRulesCache(db)
  const settings = { publicUrl: 'http://localhost' }
  const leaderboard = createLeaderboard({ db, boards, gameRules, settings, clock: Date.now })
  const times: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const { id } = players[randomInt(players.length)]!
    times.push(await timed(() => leaderboard({ userId: id, appId }, { board: 'all', limit: 100 })))
    // A server has other calls in between.
    if (read % 16 === 0) await new Promise((next) => setImmediate(next))
  }
  clearInterval(timer)
  return times
}

/** How long until a change at one server shows at another, at most, of twenty. Milliseconds. */
const measureBehind = async (writer: Boards, reader: Boards, players: Account[]) => {
  const times: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const player = players[randomInt(players.length)]!
    player.earned += 1
    await sleep(randomInt(500))
    times.push(
      await timed(async () => {
        writer.set(appId, player.id, { earned: player.earned, week: 0, weekEarned: 0 })
        while ((await (await reader.get(appId, 'all')).placeOf(player.id))?.score !== player.earned) await sleep(2)
      }),
    )
  }
  return Math.max(...times)
}

const built = async (boards: Boards): Promise<number> =>
  timed(async () => {
    await boards.rebuild(appId)
    for (;;) {
      const [all] = await boards.state(appId)
      if (all!.players !== null && !all!.building) return
      await sleep(20)
    }
  })

interface Figures {
  engine: string
  players: number
  buildMs: number
  /** Of scores and their order, and with the players' ids. */
  bytes: [order: number, all: number]
  reads: number[]
  behindMs: number
}

const inMemory = async (db: Database, players: number): Promise<Figures> => {
  const start = performance.now()
  const { order, ids } = (await buildRanking(readBoard(db, appId, 'all'), players)).bytes()
  const buildMs = performance.now() - start
  const [one, other] = [createBoards(db, options), createBoards(db, options)]
  try {
    const some = await db.query<Account>(somePlayers, [appId])
    await one.get(appId, 'all')
    const reads = await measureReads(db, one, some)
    await other.get(appId, 'all')
    const behindMs = await measureBehind(one, other, some)
    return { engine: 'memory', players, buildMs, bytes: [order / players, (order + ids) / players], reads, behindMs }
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

const inRedis = async (db: Database, players: number): Promise<Figures> => {
  const server = await ownRedis()
  await server.start()
  const redis = await connectRedis(server.url, console.error)
  const memory = async () => Number(/^used_memory:(\d+)/m.exec(await redis.client.info('memory'))![1])
  const before = await memory()
  const connection = { redis: redis.client, installation: 'bench' }
  const [one, other] = [createRedisBoards(db, connection, options), createRedisBoards(db, connection, options)]
  try {
    const buildMs = await built(one)
    const bytes = ((await memory()) - before) / players
    const some = await db.query<Account>(somePlayers, [appId])
    const reads = await measureReads(db, one, some)
    return {
      engine: 'Redis',
      players,
      buildMs,
      bytes: [bytes, bytes],
      reads,
      behindMs: await measureBehind(one, other, some),
    }
  } finally {
    await Promise.all([one.close(), other.close()])
    redis.close()
    await server.remove()
  }
}

const ratio = (figure: number, limit: number) => `(${(figure / limit).toFixed(2)} of ${limit})`

const print = ({ engine, players, buildMs, bytes, reads, behindMs }: Figures, line: (text: string) => void): void => {
  const [p50, p99] = [quantile(reads, 0.5), quantile(reads, 0.99)]
  line(
    `${String(players).padStart(10)} ${engine.padEnd(7)} top 100 and own rank: p50 ${p50.toFixed(3)}, p99 ${p99.toFixed(3)} ms ${ratio(p99, READ_LIMIT_MS)}; ` +
      `built in ${(buildMs / 1000).toFixed(2)} s ${ratio(buildMs / 1000, buildLimit(players))}; ` +
      `${bytes[0].toFixed(1)} bytes a player ${engine === 'memory' ? `of order ${ratio(bytes[0], BYTES_LIMIT)}, ${bytes[1].toFixed(1)} with ids` : ''}; ` +
      `behind by ${behindMs.toFixed(0)} ms at most ${ratio(behindMs, BEHIND_LIMIT_MS)}`,
  )
}

/** Prints what boards cost at each number of players of BENCH_PLAYERS. Redis is measured where `redis-server` is on PATH. */
export const measureBoards = async (line: (text: string) => void): Promise<void> => {
  const sizes = (process.env.BENCH_PLAYERS ?? '1000000').split(',').map(Number)
  const hasRedis = spawnSync('redis-server', ['--version']).status === 0
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-boards-'))
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB' }
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings })
  const db = openDatabase({ url: postgres.url }, 4)
  try {
    const directory = fileURLToPath(new URL('../prisma/migrations', import.meta.url))
    await applyMigrations({ connectionString: postgres.url, directory })
    for (const [index, players] of sizes.entries()) {
      await seedAccounts(postgres.url, sizes[index - 1] ?? 0, players)
      print(await inMemory(db, players), line)
      if (hasRedis) print(await inRedis(db, players), line)
    }
  } finally {
    await db.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

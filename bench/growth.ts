// What a request of the tap game costs as the number of players grows: `npm run bench -- growth`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import pg from 'pg'
import { createFixtures } from './fixtures.ts'
import { peakMemory, type PinnedProcess, processorTime, startServer } from './pinned-process.ts'
import { createGameApp, seedPlayers, TABLES, tokensOf } from './players.ts'
import { runLoad } from './wrk.ts'

const sizes = (process.env.BENCH_PLAYERS ?? '10000,100000,1000000').split(',').map(Number)
/** Players whose requests are measured, spread evenly over all of them. */
const MEASURED = 2000
const CONNECTIONS = 64

/** Processor time of a PostgreSQL server and its connections. Microseconds. */
const databaseTime = (postmaster: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === postmaster
      } catch {
        return false
      }
    })
    .reduce((sum, name) => sum + processorTime(Number(name)), 0)

interface Cost {
  perSecond: number
  p99: number
  server: number
  database: number
}

const callNames = ['click', 'profile', 'leaderboard'] as const
type CallName = (typeof callNames)[number]

interface Measured extends Record<CallName, Cost> {
  players: number
  buildMs: number
  memory: number
  bytes: Record<string, number>
}

interface Target {
  server: PinnedProcess
  postmaster: number
  tokens: string[]
  seconds: number
}

const paths = {
  click: '/api/click',
  profile: '/api/profile',
  leaderboard: '/api/leaderboard?limit=100',
} as const satisfies Record<CallName, string>

/** Measures the calls one after another, twice, and takes the second, which finds warm caches at every size. */
const measureCalls = async ({ server, postmaster, tokens, seconds }: Target): Promise<Record<CallName, Cost>> => {
  let seq = 0
  const costs = {} as Record<CallName, Cost>
  for (const round of [0, 1]) {
    for (const name of callNames) {
      const before = [processorTime(server.pid), databaseTime(postmaster)] as const
      const result = await runLoad({
        ...{ url: server.url, path: paths[name], tokens, connections: CONNECTIONS, seconds },
        ...(name === 'click' ? { taps: seq } : {}),
      })
      if (name === 'click') seq += Math.ceil((result.requests + CONNECTIONS) / tokens.length)
      if (round === 0) continue
      costs[name] = {
        ...{ perSecond: result.perSecond, p99: result.p99 / 1000 },
        server: (processorTime(server.pid) - before[0]) / result.requests,
        database: (databaseTime(postmaster) - before[1]) / result.requests,
      }
    }
  }
  return costs
}

const tableSizes = async (client: pg.Client): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT name, pg_total_relation_size(quote_ident(name))::float8 AS bytes FROM unnest($1::text[]) AS name`,
    [TABLES],
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

const firstAnswer = async (url: string, token: string): Promise<number> => {
  const start = performance.now()
  const response = await fetch(`${url}${paths.leaderboard}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The board answered ${response.status}`)
  await response.arrayBuffer()
  return performance.now() - start
}

const report = (all: Measured[], print: (line: string) => void): void => {
  const [first] = all
  for (const name of callNames) {
    print(`\n${paths[name]}, ${CONNECTIONS} connections   (aim: cost × 0.85 to × 1.15 of the first line)`)
    print('   players   per s   p99 ms   CPU µs server + database   × the first')
    for (const { players, [name]: cost } of all) {
      const total = cost.server + cost.database
      const ratio = total / (first![name].server + first![name].database)
      print(
        `${String(players).padStart(10)} ${cost.perSecond.toFixed(0).padStart(7)} ${cost.p99.toFixed(0).padStart(8)} ` +
          `${cost.server.toFixed(0).padStart(12)} + ${cost.database.toFixed(0).padStart(6)} = ${total.toFixed(0).padStart(4)}   × ${ratio.toFixed(2)}`,
      )
    }
  }
  print(
    '\nthe board of all players, read from the database: time of the first answer; and bytes a player in the database',
  )
  for (const { players, buildMs, memory, bytes } of all) {
    const each = Object.entries(bytes).map(([table, size]) => `${table} ${(size / players).toFixed(0)}`)
    print(`${String(players).padStart(10)}   ${buildMs.toFixed(0)} ms, server ${memory} MB; ${each.join(', ')}`)
  }
}

/** The postmaster's process id is the first line of its lock file (PostgreSQL 18, section 66.1). */
const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n', 1)[0])

/**
 * A database with more memory than the server gives its own, as docs/scale.md advises. Stopping it writes everything out, so that what was
 * seeded is not written while requests are measured.
 */
const withDatabase = async <T>(
  folder: string,
  work: (environment: Record<string, string>) => Promise<T>,
): Promise<T> => {
  const database = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
  })
  const environment = { DATABASE_URL: database.url, OPENAUTH_DATA_DIR: folder, OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' }
  return work(environment).finally(() => database.stop())
}

const withClient = async <T>(url: string | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** An app on a new server. */
const createGame = async (environment: Record<string, string>) => {
  const server = await startServer(environment)
  const { adminToken } = await createFixtures(server.url)
  return createGameApp(server.url, adminToken).finally(() => server.stop())
}

const measureSize = async (
  folder: string,
  environment: Record<string, string>,
  { appId, players, seconds }: { appId: string; players: number; seconds: number },
): Promise<Measured> => {
  const server = await startServer(environment)
  try {
    const tokens = await tokensOf(server.url, appId, players, Math.min(MEASURED, players))
    const buildMs = await firstAnswer(server.url, tokens[0]!)
    const postmaster = await postmasterOf(join(folder, 'postgres'))
    const costs = await measureCalls({ server, postmaster, tokens, seconds })
    const bytes = await withClient(environment.DATABASE_URL, tableSizes)
    return { players, buildMs, ...costs, memory: peakMemory(server.pid), bytes }
  } finally {
    await server.stop()
  }
}

/** Prints the cost of taps, profiles and boards at each number of players of BENCH_PLAYERS. */
export const measureGrowth = async (seconds: number, print: (line: string) => void): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-growth-'))
  try {
    const game = await withDatabase(folder, createGame)
    const all: Measured[] = []
    for (const [index, players] of sizes.entries()) {
      const start = performance.now()
      const range = { from: sizes[index - 1] ?? 0, to: players }
      await withDatabase(folder, ({ DATABASE_URL }) =>
        withClient(DATABASE_URL, (client) => seedPlayers(client, game, range)),
      )
      print(`${players} players written in ${((performance.now() - start) / 1000).toFixed(0)} s`)
      all.push(
        await withDatabase(folder, (environment) =>
          measureSize(folder, environment, { appId: game.appId, players, seconds }),
        ),
      )
    }
    report(all, print)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

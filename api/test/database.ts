import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres, stopLeftServer } from '@openauth/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '../src/lib/migrations.ts'
import { root } from '../src/paths.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose user may create databases, and a migrated database to copy. */
    store: { serverUrl: string; template: string; redisUrl: string | undefined }
  }
}

interface Store {
  serverUrl: string
  /** The name of the migrated database; copies of it add `_` and letters. */
  template: string
  stop: () => Promise<void>
}

const CLUSTER_PREFIX = 'openauth-test-'
const DATABASE_PREFIX = 'openauth_run_'

export const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const createTemplate = async (client: pg.Client, serverUrl: string, template: string) => {
  await client.query(`CREATE DATABASE ${template}`)
  const connectionString = databaseUrl(serverUrl, template)
  await applyMigrations({ connectionString, directory: join(root, 'prisma', 'migrations') })
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops and removes the clusters of runs that were killed. Their folders carry the process ids of the runs. */
const sweepClusters = async () => {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(CLUSTER_PREFIX))
  for (const name of names) {
    const run = /-(\d+)-/.exec(name)?.[1]
    if (run === undefined || isRunning(Number(run))) continue
    await stopLeftServer(join(tmpdir(), name, 'postgres'))
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/**
 * Stores the same password with one iteration in place of 4,096, which both sides of a connection compute: a run makes
 * thousands of connections, and its cluster is on loopback.
 */
const makeLoginsCheap = async (client: pg.Client, url: string) => {
  await client.query('SET scram_iterations = 1')
  const password = pg.escapeLiteral(decodeURIComponent(new URL(url).password))
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${password}`)
}

/**
 * A cluster of its own. It is removed as a whole and need not survive a crash, so no commit waits for the disk. Over
 * hundreds of databases of a moment, autovacuum would start a process several times a second.
 */
const ownCluster = async (): Promise<Store> => {
  await sweepClusters()
  const folder = await mkdtemp(join(tmpdir(), `${CLUSTER_PREFIX}${process.pid}-`))
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  })
  const client = await connect(postgres.url)
  try {
    await makeLoginsCheap(client, postgres.url)
    await createTemplate(client, postgres.url, 'template')
  } finally {
    await client.end()
  }
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { serverUrl: postgres.url, template: 'template', stop }
}

const dropRun = async (client: pg.Client, run: string) => {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [run],
  )
  for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
}

/** Drops the databases of runs that were killed: nobody holds their lock any more. */
const sweepDatabases = async (client: pg.Client) => {
  const { rows } = await client.query<{ run: string }>(
    `SELECT DISTINCT substring(datname FROM '^${DATABASE_PREFIX}[0-9a-f]{12}') AS run
     FROM pg_database WHERE datname ~ '^${DATABASE_PREFIX}[0-9a-f]{12}'`,
  )
  for (const { run } of rows) {
    const { rows: locks } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
      [run],
    )
    if (!locks[0]?.free) continue
    await dropRun(client, run)
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [run])
  }
}

/** Databases on the machine's PostgreSQL. The run holds an advisory lock on its name until it has dropped them all. */
const onMachine = async (serverUrl: string): Promise<Store> => {
  const client = await connect(serverUrl)
  const run = `${DATABASE_PREFIX}${randomBytes(6).toString('hex')}`
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [run])
  await sweepDatabases(client)
  await createTemplate(client, serverUrl, run)
  const stop = async () => {
    await dropRun(client, run)
    await client.end()
  }
  return { serverUrl, template: run, stop }
}

/** A PostgreSQL, embedded or the machine's where the project names one, with a migrated template that each test file copies. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  // The root, for which this runs too, has no environment.
  const { OPENAUTH_TEST_POSTGRES: given, OPENAUTH_TEST_REDIS: redisUrl } = project.config.env ?? {}
  const { stop, ...store } = given ? await onMachine(given) : await ownCluster()
  project.provide('store', { ...store, redisUrl })
  return stop
}

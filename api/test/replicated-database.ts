import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { startRelay } from '../src/relay.testing.ts'
import { freePort } from '../src/testing.ts'

const STANDBY = 'second'

/** The clusters of a primary and of its standby, and what serves them. */
interface Clusters {
  first: string
  second: string
  program: string
  password: string
}

const makeClusters = async (folder: string): Promise<Clusters> => {
  const [first, second] = [join(folder, 'first/postgres'), join(folder, `${STANDBY}/postgres`)]
  // PostgreSQL does not run as root, and its account must be able to pass.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: first })
  const { password } = new URL(postgres.url)
  const url = `postgresql://postgres:${password}@127.0.0.1:${postgres.port}/postgres`
  const [row] = await ask<{ setting: string }>(url, `SELECT setting FROM pg_config WHERE name = 'BINDIR'`)
  await postgres.stop()
  // With owners and modes, which PostgreSQL looks at.
  execFileSync('cp', ['-a', join(folder, 'first'), join(folder, STANDBY)])
  await writeFile(join(second, 'standby.signal'), '')
  return { first, second, program: join(row!.setting, 'postgres'), password }
}

const ask = async <Row extends pg.QueryResultRow>(connectionString: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return (await client.query<Row>(statement).finally(() => client.end())).rows
}

/** Serves a cluster on a port of loopback. Nothing starts it again when it ends. */
const serve = async ({ program, password }: Clusters, dataDir: string, settings: Record<string, string>) => {
  const port = await freePort()
  const given = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  })
  const { uid, gid } = await stat(dataDir)
  const server = spawn(program, ['-D', dataDir, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    cwd: dataDir,
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
    // A group of its own, with the processes that it starts.
    detached: true,
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  const ended = once(server, 'exit')
  const addressOf = (role: string) => `postgresql://${role}:${password}@127.0.0.1:${port}/openauth`
  return {
    port,
    url: addressOf('openauth'),
    /** Runs a statement as the superuser. */
    ask: <Row extends pg.QueryResultRow>(statement: string) => ask<Row>(addressOf('postgres'), statement),
    /** Ends all its processes at once, as the loss of its machine does. */
    kill: async () => {
      process.kill(-server.pid!, 'SIGKILL')
      await ended
    },
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}

/**
 * A primary, and a standby that has written each commit before it is acknowledged. One address leads to the primary, as that of a balancer
 * does that asks which one it is.
 */
export const startReplicatedDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-replicas-'))
  const clusters = await makeClusters(folder)
  const { first, second, password } = clusters
  const primary = await serve(clusters, first, { synchronous_standby_names: STANDBY })
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=${STANDBY}`
  await appendFile(join(second, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const standby = await serve(clusters, second, {})
  await vi.waitFor(
    async () =>
      expect(await primary.ask(`SELECT sync_state FROM pg_stat_replication`)).toEqual([{ sync_state: 'sync' }]),
    { timeout: 60_000, interval: 100 },
  )
  const relay = await startRelay(primary.url)
  return {
    /** The address that leads to the primary. */
    url: relay.url,
    standbyUrl: standby.url,
    /** A statement on the standby, the primary from the promotion on. */
    ask: standby.ask,
    /** Ends the primary without a word. The address leads nowhere. */
    lose: async () => {
      await primary.kill()
      await relay.cut()
    },
    /** The address leads to the standby, which takes no writes before it is promoted. */
    lead: () => relay.restore(standby.url),
    promote: () => standby.ask('SELECT pg_promote()'),
    stop: async () => {
      await relay.cut().catch(() => {})
      await Promise.all([primary.stop(), standby.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

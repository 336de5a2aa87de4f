import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInAsAdmin, createTestApp, freePort, startServer, testDatabase, type TestServer } from '../src/testing.ts'
import { startRefusedServer } from './server-process.ts'

// PgBouncer in transaction mode between server and PostgreSQL, if the program is installed (vitest.config.ts).

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
let pooler: ChildProcess
let pooledUrl: string

/** Fewer connections to PostgreSQL than the server opens to the pooler, so that clients share its sessions. */
const SESSIONS = 3

const configuration = (url: URL, port: number) => `[databases]
pooled = host=${url.hostname} port=${url.port || 5432} dbname=${url.pathname.slice(1)} user=${url.username} password=${url.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-pgbouncer-'))
  database = await testDatabase()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configuration(new URL(database.url), port))
  // PgBouncer refuses to run as root, and its user must be able to read this file.
  await chmod(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn('pgbouncer', ['-q', ...asUser, file], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  pooledUrl = `postgresql://anybody@127.0.0.1:${port}/pooled`
  await vi.waitUntil(() => connects(pooledUrl), { timeout: 120_000 })
})
afterAll(async () => {
  pooler.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const connects = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

describe('L10: behind PgBouncer in transaction mode', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({
      DATABASE_URL: pooledUrl,
      OPENAUTH_DATABASE_DIRECT_URL: database.url,
      OPENAUTH_DATA_DIR: join(folder, 'data'),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
    })
    server.app.services.jobs.start()
  })
  afterAll(() => server.stop())

  test('users register and log in while the job queues run', async () => {
    const app = await createTestApp(server, await signInAsAdmin(server), 'Pooled')
    const credentials = (index: number) => ({ appId: app.id, username: `pooled ${index}`, password: 'a long password' })
    const users = Array.from({ length: 4 * SESSIONS }, (_, index) => credentials(index))
    await Promise.all(users.map((user) => server.as().login.username({ ...user, type: 'register' })))
    const sessions = await Promise.all(users.map((user) => server.as().login.username({ ...user, type: 'login' })))
    const profiles = await Promise.all(sessions.map(({ token }) => server.as(token).account.profile()))
    expect(profiles.map(({ username }) => username)).toEqual(users.map(({ username }) => username))
  })

  test("no session of the pooler passes a client's search path or statement on to the next", async () => {
    const { rows } = await server.resources.db.pool.query<{ search_path: string; prepared: string }>(
      `SELECT current_setting('search_path') AS search_path, (SELECT count(*) FROM pg_prepared_statements) AS prepared`,
    )
    expect(rows).toEqual([{ search_path: '"$user", public', prepared: '0' }])
  })
})

test('L10: a pooler without a direct address is refused at the start with the name of the missing setting', async () => {
  const { code, output } = await startRefusedServer({
    DATABASE_URL: pooledUrl,
    OPENAUTH_DATA_DIR: join(folder, 'refused'),
  })
  expect(code).toBe(1)
  expect(output).toMatch(/^DATABASE_URL leads to a connection pooler\. Set OPENAUTH_DATABASE_DIRECT_URL/m)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustodyError } from '../../custody/index.ts'
import { type Relay, startRelay } from '../../relay.testing.ts'
import { startServer, testDatabase, type TestServer } from '../../testing.ts'
import { createReadiness, type ReadinessNeeds } from './readiness.ts'

let folder: string
let relay: Relay
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  const { url } = await testDatabase()
  relay = await startRelay(url)
  server = await startServer({ DATABASE_URL: relay.url, OPENAUTH_DATA_DIR: folder, OPENAUTH_DATABASE_WAIT: '5' })
})
afterAll(async () => {
  await server.stop()
  await relay.cut()
  await rm(folder, { recursive: true, force: true })
})

const ask = () => server.send('GET', '/readyz')

test('a server that is whole tells each part', async () => {
  await expect.poll(async () => (await ask()).body.database).toBe('ok')
  const { status, body, headers } = await ask()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).toEqual({
    status: 'ok',
    database: 'ok',
    migrations: 'ok',
    signer: 'ok',
    redis: server.settings.redisUrl === undefined ? 'off' : 'ok',
    jobs: 'off',
    server: 'ok',
  })
})

test('without its database a server is not ready, and says nothing of where that is', async () => {
  await relay.cut()
  await expect.poll(async () => (await ask()).status).toBe(503)
  const { body, headers } = await ask()
  expect(body).toMatchObject({ status: 'unavailable', database: 'unreachable', code: 'database_unavailable' })
  expect(headers.get('retry-after')).toBe('1')
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|localhost|postgres|\d{4,5}\b.*ECONN/)
  await relay.restore()
  await expect.poll(async () => (await ask()).status).toBe(200)
})

/** The parts of the running server, with some replaced. */
const readinessWith = (parts: Partial<ReadinessNeeds>) => {
  const { db, keys, redis } = server.resources
  const jobs = { state: () => 'open' as const }
  return createReadiness({ db, keys, redis: redis && undefined, jobs, drain: { hasBegun: () => false }, ...parts })()
}

const refusing = (code: ConstructorParameters<typeof CustodyError>[0]) => ({
  ...server.resources.keys,
  status: () => Promise.reject(new CustodyError(code, 'secret of the signer')),
})

test.each([
  ['the signer', 'unavailable', { signer: 'unreachable' }, () => ({ keys: refusing('signer_unavailable') })],
  ['the key service', 'degraded', { signer: 'degraded' }, () => ({ keys: refusing('backend_unavailable') })],
  ['Redis', 'degraded', { redis: 'unreachable' }, () => ({ redis: { isReachable: () => false } as never })],
  ['the queues', 'degraded', { jobs: 'opening' }, () => ({ jobs: { state: () => 'opening' as const } })],
  ['time left', 'unavailable', { server: 'stopping' }, () => ({ drain: { hasBegun: () => true } })],
] as const)('without %s it is %s', async (_, status, part, replaced) => {
  const told = await readinessWith(replaced())
  expect(told).toMatchObject({ status, database: 'ok', migrations: 'ok', ...part })
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('a database without a migration of this release is not ready', async () => {
  const { pool } = server.resources.db
  const { rows } = await pool.query<{ name: string }>(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name =
       (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name`,
  )
  expect(await readinessWith({})).toMatchObject({ status: 'unavailable', database: 'ok', migrations: 'pending' })
  await pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = $1', [rows[0]!.name])
  expect(await readinessWith({})).toMatchObject({ status: 'ok', migrations: 'ok' })
})

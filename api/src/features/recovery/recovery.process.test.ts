import { Readable } from 'node:stream'
import { readBackup } from '@openauth/backup-format'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { installationOf } from './installation.ts'
import { leftOut } from './left-out.ts'
import { recoveryClient } from './recovery.testing.ts'

let server: TestServer
let adminToken: string
let appId: string
let backup: Buffer<ArrayBuffer>

const installation = () => installationOf(server.resources.db)
const client = () => recoveryClient(server.url, adminToken)

/** After a restore a server reads everything anew; here another one begins on the same data. */
const restart = async () => {
  const next = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
  })
  const { app, resources } = server
  server = { ...next, stop: server.stop }
  await app.close()
  await resources.close()
  adminToken = await signInAsAdmin(server)
}

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  appId = (await createTestApp(server, adminToken, 'Kept')).id
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

const countsOf = async () => {
  const { prisma } = server.resources.db
  return {
    users: await prisma.user.count(),
    wallets: await prisma.wallet.count(),
    dataKeys: await prisma.dataKey.count(),
  }
}

test('a backup has every table but those that are left out, and is restored as it was, with its wallets', async () => {
  const ada = await signInAs(server, appId, 'ada')
  const { signature } = await ada.client.solana.signMessage({ message: 'before' })
  const bob = await signInAs(server, appId, 'bob')
  const before = await countsOf()
  backup = await client().backup()
  // Made after the backup, from a seed that is in it.
  const shown = await bob.client.account.wallets()
  const events = []
  for await (const event of readBackup(Readable.from([backup]))) events.push(event)
  const header = events.flatMap((event) => (event.kind === 'header' ? [event.header] : []))[0]!
  const names = header.tables.map(({ name }) => name)
  const { rows } = await server.resources.db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const stored = rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations')
  expect([...names, ...Object.keys(leftOut)].toSorted()).toEqual(stored.toSorted())

  await signInAs(server, appId, 'came later')
  await server.as(adminToken).apps.create({ name: 'Made later' })
  const end = await client().restore(await installation(), backup)
  expect(end).toMatchObject({ restored: { rows: expect.any(Number), migrated: [] } })
  await restart()

  expect(await countsOf()).toEqual(before)
  expect((await server.as(adminToken).apps.list()).map(({ name }) => name)).toEqual(['Kept'])
  await expect(server.as(ada.token).account.profile()).rejects.toMatchObject({ status: 401 })
  const login = { appId, username: 'ada', password: 'password of ada', type: 'login' } as const
  const again = server.as((await server.as().login.username(login)).token)
  expect((await again.solana.signMessage({ message: 'before' })).signature).toBe(signature)
  expect(await server.as(adminToken).users.wallets({ appId, id: bob.id })).toEqual(shown)
  const { reports } = await server.as(adminToken).keys.verify()
  expect(reports.every(({ failed }) => failed === 0)).toBe(true)
})

test('numbers go on, constraints hold and triggers count after a restore', async () => {
  const admin = await server.as(adminToken).admins.create({ username: 'second', password: 'a long password' })
  expect(admin.id).toBeGreaterThan(1)
  await expect(signInAs(server, appId, 'ada')).rejects.toMatchObject({ code: 'username_exists' })
  const shape = async (schema: string) => {
    const { rows } = await server.resources.db.pool.query(
      `SELECT c.relname, k.conname, k.contype::text, k.convalidated FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
       WHERE k.connamespace = $1::regnamespace ORDER BY 1, 2`,
      [schema],
    )
    return rows
  }
  const fresh = await testServer()
  const { rows } = await fresh.resources.db.pool.query(
    `SELECT c.relname, k.conname, k.contype::text, k.convalidated FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  )
  expect(await shape('public')).toEqual(rows)
  const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef`
  const triggers = `SELECT tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`
  for (const query of [indexes, triggers])
    expect((await server.resources.db.pool.query(query)).rows).toEqual(
      (await fresh.resources.db.pool.query(query)).rows,
    )
  await fresh.stop()
})

test('the audit trail tells of backup and restore, and keeps what happened after the backup', async () => {
  const { data } = await server.as(adminToken).audit.list({ limit: 100 })
  const actions = data.map(({ action }) => action)
  expect(actions).toEqual(
    expect.arrayContaining(['backup.begin', 'backup.complete', 'restore.begin', 'restore.complete']),
  )
  expect(data.filter(({ action }) => action === 'app.create').map(({ details }) => details)).toHaveLength(2)
  expect(data.find(({ action }) => action === 'backup.complete')!.details).toMatchObject({ done: expect.any(Number) })
})

test('one of many at once is let in, and the data are those of before', async () => {
  const before = await countsOf()
  const id = await client().begin(await installation())
  await expect(client().backup()).rejects.toMatchObject({ code: 'recovery_busy' })
  await expect(client().begin(await installation())).rejects.toMatchObject({ code: 'recovery_busy' })
  expect((await client().abort(id)).status).toBe(200)
  expect((await client().part(id, 0, Buffer.from('x'))).status).toBe(404)
  expect((await client().backup()).length).toBeGreaterThan(1000)
  expect(await countsOf()).toEqual(before)
})

test('whoever may read the tables may do so after a restore, and a view that reads them stops it', async () => {
  const { pool } = server.resources.db
  await pool.query('GRANT SELECT ON "App" TO PUBLIC; CREATE VIEW names AS SELECT name FROM "App"')
  const refused = await client().restore(await installation(), backup)
  expect(refused).toMatchObject({
    error: { code: 'restore_blocked', message: expect.stringContaining('view public.names') },
  })
  await pool.query('DROP VIEW names')
  expect(await client().restore(await installation(), backup)).toHaveProperty('restored')
  await restart()
  const { rows } = await server.resources.db.pool.query(
    `SELECT has_table_privilege('public', '"App"', 'SELECT') AS reads, to_regnamespace('openauth_restore') AS left`,
  )
  expect(rows).toEqual([{ reads: true, left: null }])
})

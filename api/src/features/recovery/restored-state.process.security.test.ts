import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, signInAsAdmin, startServer, testServer, type TestApp, type TestServer } from '../../testing.ts'
import { deviceLoginsOf } from '../device-logins/device-logins.testing.ts'
import { installationOf } from './installation.ts'
import { madeUp, recoveryClient, rowsOf } from './recovery.testing.ts'

let server: TestServer
let adminToken: string
let app: TestApp

const client = () => recoveryClient(server.url, adminToken)
const logins = () => deviceLoginsOf(server, adminToken)
const pool = () => server.resources.db.pool

/** Restores a backup, and begins a server anew on the data, as a server does by itself. */
const restored = async (backup: Buffer<ArrayBuffer>, more: object = {}) => {
  const end = await client().restore(await installationOf(server.resources.db), backup, more)
  expect(end).toHaveProperty('restored')
  const next = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
  })
  const before = server
  server = { ...next, stop: before.stop }
  await before.app.close()
  await before.resources.close()
  adminToken = await signInAsAdmin(server)
}

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Kept')
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

test('a backup of a moment at which a device login is approved or waits is restored, and neither is redeemed after it', async () => {
  const [approved, waiting] = [await logins().start(), await logins().start()]
  await logins().approve(approved.userCode)
  const { id } = await logins().approver.show({ userCode: waiting.userCode })
  await restored(await client().backup())
  for (const { deviceCode } of [approved, waiting])
    await expect(logins().poll(deviceCode)).rejects.toMatchObject({ code: 'expired_token' })
  await expect(logins().approver.approve({ id, userCode: waiting.userCode })).rejects.toMatchObject({
    code: 'device_login_not_found',
  })
})

test('a backup of an older release, or a made-up one, whose one-time rows are all there, is restored without them', async () => {
  const [approved, waiting] = [await logins().start(), await logins().start()]
  await logins().approve(approved.userCode)
  const expiresAt = new Date(Date.now() + 3_600_000)
  for (const kind of ['spent', 'grant', 'reauthentication', 'challenge'] as const)
    await server.resources.db.prisma.oneTime.create({
      data: { kind, digest: Buffer.from(kind), appId: app.id, expiresAt },
    })
  const backup = await client().backup()
  const tables = { ...(await rowsOf(pool(), 'DeviceLogin', backup)), ...(await rowsOf(pool(), 'OneTime', backup)) }
  expect([tables['DeviceLogin']!.rows, tables['OneTime']!.rows]).toEqual([2, 4])
  await restored(await madeUp(backup, { tables }))
  const { prisma } = server.resources.db
  expect(await prisma.deviceLogin.count()).toBe(0)
  expect((await prisma.oneTime.findMany()).map(({ kind }) => kind)).toEqual(['spent'])
  for (const { deviceCode } of [approved, waiting])
    await expect(logins().poll(deviceCode)).rejects.toMatchObject({ code: 'expired_token' })
})

test('what was used up after the backup stays used up', async () => {
  const backup = await client().backup()
  const digest = Buffer.from('used after the backup')
  const data = { kind: 'spent', digest, appId: app.id, expiresAt: new Date(Date.now() + 3_600_000) } as const
  await server.resources.db.prisma.oneTime.create({ data })
  await restored(backup)
  const found = await server.resources.db.prisma.oneTime.findMany({ where: { digest } })
  expect(found).toHaveLength(1)
})

const auditLines = async () =>
  (
    await pool().query<{ id: string; line: string }>(
      `SELECT id::text, (to_jsonb(e) - 'id')::text AS line FROM "AuditEvent" e ORDER BY id`,
    )
  ).rows

test('an audit line of the running server is neither rewritten nor removed by a restore', async () => {
  const { id } = await server.as(adminToken).apps.create({ name: 'Stolen goods' })
  const backup = await client().backup()
  const forged = await madeUp(backup, {
    data: (name, data) =>
      name === 'AuditEvent'
        ? Buffer.from(Buffer.from(data).toString('latin1').replaceAll('app.create', 'app.absent'), 'latin1')
        : data,
  })
  const before = await auditLines()
  expect(before.some(({ line }) => line.includes(id) && line.includes('app.create'))).toBe(true)
  await restored(forged)
  const after = new Map((await auditLines()).map((each) => [each.id, each.line]))
  expect(before.filter((each) => after.get(each.id) !== each.line)).toEqual([])
})

test('no treasury pays after a restore: what was paid since may be queued again; one that was paused keeps its reason', async () => {
  const paused = await createTestApp(server, adminToken, 'Paused before')
  const { prisma } = server.resources.db
  const treasury = { address: 'of Solana', sealedSecret: Buffer.from('sealed') }
  await prisma.treasury.create({ data: { ...treasury, appId: app.id } })
  await prisma.treasury.create({ data: { ...treasury, appId: paused.id, pausedBecause: 'by an operator' } })
  await restored(await client().backup())
  const rows = await server.resources.db.prisma.treasury.findMany()
  const reasonOf = (appId: string) => rows.find((row) => row.appId === appId)!.pausedBecause
  expect([reasonOf(app.id), reasonOf(paused.id)]).toEqual([
    expect.stringContaining('restored from a backup'),
    'by an operator',
  ])
})

/** Lines of the audit trail that do not hold, after those that wait were chained. */
const verifiedTrail = async () => {
  const { auditChain } = server.app.services
  await auditChain.addLinks()
  const { failed, first } = await server.as(adminToken).audit.verify()
  return { failed, first }
}

test('the chain of the audit trail goes on over a restore of the same server, and its heads of before hold', async () => {
  await server.app.services.auditChain.addLinks()
  const backup = await client().backup()
  await server.as(adminToken).apps.create({ name: 'After the backup' })
  await server.app.services.auditChain.addLinks()
  const { head } = await server.as(adminToken).audit.chain()
  await server.as(adminToken).apps.create({ name: 'Not chained at the restore' })
  await restored(backup)
  expect(await verifiedTrail()).toEqual({ failed: 0, first: null })
  const kept = { headSeq: head!.seq, headHash: head!.hash }
  expect(await server.as(adminToken).audit.verify(kept)).toMatchObject({ failed: 0 })
  expect(await server.as(adminToken).audit.chain()).toMatchObject({ restored: 0, pending: 0 })
})

test('audit lines forged into a backup under new ids are marked, as no chain proves them; a changed mark does not hold', async () => {
  await server.app.services.auditChain.addLinks()
  const { rows } = await pool().query<{ id: string }>('SELECT id::text FROM "AuditEvent" LIMIT 1')
  const backup = await client().backup()
  const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1')
  const forgedId = '01900000-0000-7000-8000-00000000f0f0'
  const forged = await madeUp(backup, {
    data: (name, data) =>
      name === 'AuditEvent' || name === 'AuditLink'
        ? Buffer.from(Buffer.from(data).toString('latin1').replace(bytesOf(rows[0]!.id), bytesOf(forgedId)), 'latin1')
        : data,
  })
  await restored(forged)
  expect(await verifiedTrail()).toEqual({ failed: 0, first: null })
  expect((await server.as(adminToken).audit.chain()).restored).toBe(1)
  const found = await server.resources.db.prisma.auditEvent.findUniqueOrThrow({ where: { id: forgedId } })
  expect(found.restoredAt).toBeInstanceOf(Date)
  await pool().query(`ALTER TABLE "AuditEvent" DISABLE TRIGGER USER; UPDATE "AuditEvent" SET "restoredAt" = NULL`)
  expect((await verifiedTrail()).first).toMatchObject({ fault: 'line_changed', eventId: forgedId })
  await pool().query(`ALTER TABLE "AuditEvent" ENABLE TRIGGER USER`)
})

test('a backup of another server brings its chain with its key: its heads hold, and the lines of this server are added with a mark', async () => {
  const source = await testServer({
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_KEYRING_FILE: join(server.settings.dataDir, 'keys/keyring.json'),
  })
  onTestFinished(() => source.stop())
  const token = await signInAsAdmin(source)
  await source.app.services.auditChain.addLinks()
  const { head, key } = await source.as(token).audit.chain()
  const backup = await recoveryClient(source.url, token).backup()
  const before = (await auditLines()).length
  await restored(backup, { replacesOther: true })
  expect(await verifiedTrail()).toEqual({ failed: 0, first: null })
  const kept = { headSeq: head!.seq, headHash: head!.hash }
  expect(await server.as(adminToken).audit.verify(kept)).toMatchObject({ failed: 0 })
  const chain = await server.as(adminToken).audit.chain()
  expect([chain.key, chain.restored >= before, chain.pending]).toEqual([key, true, 0])
})

test('an audit line that says it is older than the restore, and is written during it, is kept', async () => {
  const backup = await client().backup()
  const id = await client().begin(await installationOf(server.resources.db))
  await client().send(id, backup)
  const line = '01900000-0000-7000-8000-000000000001'
  const holder = await pool().connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query(
    `INSERT INTO "AuditEvent" (id, "createdAt", actor, action) VALUES ($1, now() - interval '1 day', 'server', 'app.create')`,
    [line],
  )
  const finishing = client().finish(id)
  // The data are replaced once the transaction ends, long after the lines were first carried over.
  await vi.waitFor(async () => {
    const { rows } = await pool().query(
      `SELECT 1 FROM pg_stat_activity
       WHERE application_name = 'openauth backup' AND wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)
  await holder.query('COMMIT')
  expect((await finishing).at(-1)).toHaveProperty('restored')
  expect((await auditLines()).map((each) => each.id)).toContain(line)
})

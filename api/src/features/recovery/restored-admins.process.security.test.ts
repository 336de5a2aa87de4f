import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { installationOf } from './installation.ts'
import { recoveryClient } from './recovery.testing.ts'

const password = 'long enough to log in'
const wrongCode = { status: 400, code: 'incorrect_code' }

let server: TestServer
let ownerToken: string
const clock = { now: Date.UTC(2026, 0, 1, 12) }
const build = { clock: () => clock.now }
const client = () => recoveryClient(server.url, ownerToken)

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' }, { build })
  ownerToken = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

/** Restores a backup, and begins a server anew on the data. */
const restore = async (backup: Buffer<ArrayBuffer>) => {
  const end = await client().restore(await installationOf(server.resources.db), backup)
  expect(end).toHaveProperty('restored')
  const { databaseUrl, dataDir } = server.settings
  const environment = { DATABASE_URL: databaseUrl!, OPENAUTH_DATA_DIR: dataDir, OPENAUTH_RATE_LIMIT_SCALE: '0' }
  const before = server
  server = await startServer(environment, { build })
  await before.app.close()
  await before.resources.close()
  ownerToken = await signInAsAdmin(server)
}

const logIn = (username: string, code?: string) => server.as().setup.login({ username, password, code })
const codeOf = (uri: string) => (URI.parse(uri) as TOTP).generate({ timestamp: clock.now })

const withSecondFactor = async (username: string) => {
  await server.as(ownerToken).admins.create({ username, password, role: 'viewer' })
  const { token } = await logIn(username)
  const { uri } = await server.as(token).secondFactor.begin({ currentPassword: password })
  const { recoveryCodes } = await server.as(token).secondFactor.confirm({ code: codeOf(uri) })
  clock.now += 300_000
  return { username, token, uri, recoveryCodes }
}

test('a restore brings back neither a code nor a recovery code that was used after the backup', async () => {
  const { username, uri, recoveryCodes } = await withSecondFactor('used codes')
  const backup = await client().backup()
  await logIn(username, codeOf(uri))
  await logIn(username, recoveryCodes[0])
  await restore(backup)
  await expect(logIn(username, codeOf(uri))).rejects.toMatchObject(wrongCode)
  await expect(logIn(username, recoveryCodes[0])).rejects.toMatchObject(wrongCode)
  expect((await logIn(username, recoveryCodes[1])).token).toBeTruthy()
})

test('a restore brings back no recovery codes that were replaced after the backup, and keeps the new ones', async () => {
  const { username, token, uri, recoveryCodes } = await withSecondFactor('renewed codes')
  const backup = await client().backup()
  const renewed = await server.as(token).secondFactor.renewCodes({ currentPassword: password, code: codeOf(uri) })
  await restore(backup)
  for (const code of recoveryCodes) await expect(logIn(username, code)).rejects.toMatchObject(wrongCode)
  expect((await logIn(username, renewed.recoveryCodes[0])).token).toBeTruthy()
})

test('an authenticator that was replaced after the backup is that of the backup again, with its recovery codes', async () => {
  const { username, token, uri, recoveryCodes } = await withSecondFactor('other phone')
  const backup = await client().backup()
  await server.as(token).secondFactor.remove({ currentPassword: password, code: codeOf(uri) })
  const next = await server.as(token).secondFactor.begin({ currentPassword: password })
  const later = await server.as(token).secondFactor.confirm({ code: codeOf(next.uri) })
  clock.now += 300_000
  await restore(backup)
  await expect(logIn(username, codeOf(next.uri))).rejects.toMatchObject(wrongCode)
  await expect(logIn(username, later.recoveryCodes[0])).rejects.toMatchObject(wrongCode)
  expect((await logIn(username, codeOf(uri))).token).toBeTruthy()
  expect((await logIn(username, recoveryCodes[0])).token).toBeTruthy()
})

test.each([
  ['is demoted', `UPDATE "Admin" SET role = 'viewer' WHERE username = 'undoer'`],
  ['is signed out', `DELETE FROM "AdminSession" USING "Admin" a WHERE a.id = "adminId" AND a.username = 'undoer'`],
])('an owner who %s while a restore is being finished does not undo that by the restore', async (_, change) => {
  const { pool } = server.resources.db
  const { admins } = server.as(ownerToken)
  const { id } = await admins.create({ username: 'undoer', password, role: 'owner' })
  const undoer = recoveryClient(server.url, (await logIn('undoer')).token, password)
  const backup = await undoer.backup()
  const restoreId = await undoer.begin(await installationOf(server.resources.db))
  await undoer.send(restoreId, backup)
  // The data are replaced once this transaction ends.
  const holder = await pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query(`INSERT INTO "AuditEvent" (id, actor, action) VALUES (gen_random_uuid(), 'server', 'app.create')`)
  const finishing = undoer.finish(restoreId)
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE application_name = 'openauth backup' AND wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  }, 30_000)
  await pool.query(change)
  await holder.query('COMMIT')
  expect((await finishing).at(-1)).toMatchObject({ error: { code: 'restore_aborted' } })
  expect((await server.as(ownerToken).setup.whoami()).role).toBe('owner')
  await admins.delete({ id })
})

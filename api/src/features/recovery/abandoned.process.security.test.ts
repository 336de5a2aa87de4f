import { request as httpRequest } from 'node:http'
import { recoveryPaths } from '@openauth/client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { adminCredentials, createTestApp, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { endAbandoned } from './clean-up.ts'
import { installationOf } from './installation.ts'
import { recoveryClient } from './recovery.testing.ts'

let server: TestServer
let adminToken: string
let appId: string
let backup: Buffer<ArrayBuffer>

const client = () => recoveryClient(server.url, adminToken)
const pool = () => server.resources.db.pool
const begin = async () => client().begin(await installationOf(server.resources.db))
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' }, { build: { recoveryPatience: 3000 } })
  adminToken = await signInAsAdmin(server)
  appId = (await createTestApp(server, adminToken, 'Bank')).id
  backup = await client().backup()
})
afterAll(() => server.stop())

const WAIT = { timeout: 60_000 }

/** The actions of backups and restores since the test began, oldest first. */
const trailSince = (start: Date) => async (): Promise<string[]> => {
  const { rows } = await pool().query<{ action: string }>(
    `SELECT action FROM "AuditEvent" WHERE action ~ '^(backup|restore)' AND "createdAt" >= $1 ORDER BY "createdAt"`,
    [start],
  )
  return rows.map(({ action }) => action)
}

/** Nothing goes on, nothing is left, and the next one is let in. */
const untilOver = async () => {
  await vi.waitFor(async () => {
    const { rows } = await pool().query(
      `SELECT to_regnamespace('openauth_restore') AS left,
         (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'openauth backup' AND datname = current_database()) AS sessions`,
    )
    expect(rows).toEqual([{ left: null, sessions: 0 }])
  }, WAIT)
  expect((await client().abort(await begin())).status).toBe(200)
}

/** A connection that asks for a backup and then reads nothing. */
const askForBackup = () => {
  const asked = httpRequest(server.url + recoveryPaths.backups, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
  })
  asked.on('error', () => {})
  asked.on('response', (answer) => answer.pause().on('error', () => {}))
  asked.end(JSON.stringify({ password: adminCredentials.password }))
  onTestFinished(() => void asked.destroy())
  return asked
}

/** More than all buffers between the server and a client that reads nothing. */
const fill = () =>
  pool().query(
    `INSERT INTO "AuditEvent" (id, actor, action, "appId", details)
     SELECT gen_random_uuid(), 'server', 'app.update', $1, jsonb_build_object('display', repeat(md5(n::text), 2000))
     FROM generate_series(1, 800) n`,
    [appId],
  )

test('a backup whose client stops reading, with its connection open, ends', async () => {
  await fill()
  const trail = trailSince(new Date())
  askForBackup()
  await vi.waitFor(async () => expect(await trail()).toEqual(['backup.begin', 'backup.interrupt']), WAIT)
  await untilOver()
})

/** Locks a table until the test ends. */
const holdTable = async (table: string) => {
  const holder = await pool().connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
}

const untilWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await pool().query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'openauth backup' AND wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  }, WAIT)

test('a backup that waits for a table ends with the connection of its client', async () => {
  await holdTable('User')
  const trail = trailSince(new Date())
  const asked = askForBackup()
  await untilWaiting()
  asked.destroy()
  await vi.waitFor(async () => expect(await trail()).toEqual(['backup.begin', 'backup.interrupt']), WAIT)
  await untilOver()
})

test('a restore whose upload stops half way, or never begins, ends', async () => {
  for (const bytes of [0, 5000]) {
    const trail = trailSince(new Date())
    const id = await begin()
    if (bytes > 0) expect((await client().part(id, 0, backup.subarray(0, bytes))).status).toBe(200)
    await vi.waitFor(async () => expect(await trail()).toEqual(['restore.begin', 'restore.interrupt']), WAIT)
    expect((await client().part(id, bytes, backup.subarray(bytes, bytes + 10))).status).toBe(404)
    await untilOver()
  }
})

test('a restore whose client leaves while it is being finished ends, with the data unchanged', async () => {
  const before = await server.as(adminToken).apps.list()
  const trail = trailSince(new Date())
  const id = await begin()
  await client().send(id, backup)
  await holdTable('WalletSeed')
  const leaving = new AbortController()
  const answer = fetch(`${server.url}${recoveryPaths.restores}/${id}/finish`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${adminToken}` },
  })
  await (await answer).body!.getReader().read()
  await untilWaiting()
  leaving.abort()
  await vi.waitFor(async () => expect(await trail()).toEqual(['restore.begin', 'restore.interrupt']), WAIT)
  expect(await server.as(adminToken).apps.list()).toEqual(before)
  await untilOver()
})

test('what a killed server left of a restore or a backup is ended by another one, also in the audit trail, and once', async () => {
  for (const noun of ['restore', 'backup']) {
    const trail = trailSince(new Date())
    await pool().query('CREATE SCHEMA openauth_restore; CREATE TABLE openauth_restore."User" (id uuid)')
    await pool().query(
      `INSERT INTO "AuditEvent" (id, "createdAt", actor, "actorId", action) VALUES (gen_random_uuid(), now(), 'admin', '1', $1)`,
      [`${noun}.begin`],
    )
    await Promise.all([endAbandoned(server.resources.db), endAbandoned(server.resources.db)])
    await endAbandoned(server.resources.db)
    expect(await trail()).toEqual([`${noun}.begin`, `${noun}.interrupt`])
    await untilOver()
  }
})

test('the clean-up of another server leaves a restore alone that goes on', async () => {
  const trail = trailSince(new Date())
  const id = await begin()
  await client().send(id, backup)
  const isStaged = async () => {
    const { rows } = await pool().query(`SELECT to_regnamespace('openauth_restore') IS NOT NULL AS staged`)
    return rows[0] as { staged: boolean }
  }
  await vi.waitFor(async () => expect(await isStaged()).toEqual({ staged: true }), WAIT)
  await endAbandoned(server.resources.db)
  expect(await trail()).toEqual(['restore.begin'])
  expect(await isStaged()).toEqual({ staged: true })
  expect((await client().abort(id)).status).toBe(200)
})

// At the end: lines of the audit trail stay.
test('a begin of the future, as a made-up backup may have, is not ended again and again', async () => {
  const trail = trailSince(new Date())
  const id = crypto.randomUUID()
  await pool().query(
    `INSERT INTO "AuditEvent" (id, "createdAt", actor, action) VALUES ($1, now() + interval '1 year', 'admin', 'backup.begin')`,
    [id],
  )
  await endAbandoned(server.resources.db)
  expect(await trail()).toEqual(['backup.begin'])
})

import { recoveryPaths, RESTORE_PART } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { installationOf } from './installation.ts'
import { recoveryClient } from './recovery.testing.ts'

let server: TestServer
let adminToken: string
let app: TestApp
let user: TestUser
let backup: Buffer<ArrayBuffer>
let installation: string

const client = (token: string | undefined = adminToken, password?: string) =>
  recoveryClient(server.url, token, password)
const { pool } = { pool: () => server.resources.db.pool }
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Bank')
  user = await signInAs(server, app.id, 'ada')
  installation = await installationOf(server.resources.db)
  backup = await client().backup()
})
afterAll(() => server.stop())
describe('whoever is no admin', () => {
  const paths = [
    ['POST', recoveryPaths.backups],
    ['POST', recoveryPaths.restores],
    ['POST', `${recoveryPaths.restores}/${'0'.repeat(32)}/data?offset=0`],
    ['POST', `${recoveryPaths.restores}/${'0'.repeat(32)}/finish`],
    ['DELETE', `${recoveryPaths.restores}/${'0'.repeat(32)}`],
  ] as const

  test.each(paths)(
    'is refused %s %s: with nothing, an app secret, a user token or another token',
    async (method, path) => {
      for (const token of [undefined, app.secret, user.token, `${adminToken}x`]) {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
        const body = method === 'POST' ? { body: JSON.stringify({ password: 'x', installation }) } : {}
        const answer = await fetch(server.url + path, { method, headers, ...body })
        expect(answer.status).toBe(401)
      }
    },
  )
})

describe('a stolen admin token alone', () => {
  test.each([{}, { password: '' }, { password: 'not the password' }, { password: null }])(
    'neither reads nor replaces data: %j',
    async (body) => {
      const read = await client().post(recoveryPaths.backups, body)
      const replace = await client().post(recoveryPaths.restores, { ...body, installation })
      expect([read.status, replace.status]).toEqual([400, 400])
      expect(read.headers.get('content-type')).toContain('json')
    },
  )

  test('cannot guess the password: guesses are limited, and each is in the audit trail', async () => {
    const limited = await testServer()
    const token = await signInAsAdmin(limited)
    const answers = []
    for (let guess = 0; guess < 30; guess += 1) {
      const { post } = recoveryClient(limited.url, token)
      answers.push((await post(recoveryPaths.backups, { password: `guess ${guess}` })).status)
    }
    expect(answers.at(-1)).toBe(429)
    const { data } = await limited.as(token).audit.list({ action: 'admin.login-refused' })
    expect(data).toHaveLength(answers.filter((status) => status === 400).length)
    await limited.stop()
  })
})

test('the admin token of one restore does not go on with that of another admin', async () => {
  await server.as(adminToken).admins.create({ username: 'mallory', password: 'a long password' })
  const { token } = await server.as().setup.login({ username: 'mallory', password: 'a long password' })
  const id = await client().begin(installation)
  expect((await client(token).part(id, 0, backup.subarray(0, 1000))).status).toBe(404)
  expect((await client(token).abort(id)).status).toBe(404)
  expect((await client().abort(id)).status).toBe(200)
})

test('a restore takes one part at a time, none while it is finished, and is finished once', async () => {
  const id = await client().begin(installation)
  const halves = [backup.subarray(0, 50_000), backup.subarray(0, 50_000)]
  const answers = await Promise.all(halves.map((half) => client().part(id, 0, half)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const holder = await pool().connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN; LOCK TABLE "WalletSeed" IN ACCESS EXCLUSIVE MODE')
  await client().send(id, backup.subarray(50_000), RESTORE_PART, 50_000)
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${adminToken}` }
  const path = `${server.url}${recoveryPaths.restores}/${id}`
  const first = await fetch(`${path}/finish`, { method: 'POST', headers, signal: leaving.signal })
  const again = await (await fetch(`${path}/finish`, { method: 'POST', headers })).text()
  expect(again).toContain('restore_out_of_step')
  expect((await client().part(id, backup.length, Buffer.from('x'))).status).toBe(409)
  expect(first.status).toBe(200)
  leaving.abort()
  await vi.waitFor(async () => expect((await client().abort(id)).status).toBe(404), { timeout: 60_000 })
  await vi.waitFor(async () => expect((await client().abort(await client().begin(installation))).status).toBe(200), {
    timeout: 60_000,
  })
})

test('a part is bytes and nothing else, and no answer is kept by a cache', async () => {
  const id = await client().begin(installation)
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const url = `${server.url}${recoveryPaths.restores}/${id}/data?offset=0`
  const answer = await fetch(url, { method: 'POST', headers, body: '{"length":1}' })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, 'unsupported_media_type'])
  const answers = [await client().part(id, 0, Buffer.from('x')), await client().abort(id)]
  const taken = await client().post(recoveryPaths.backups, { password: adminCredentials.password })
  await taken.arrayBuffer()
  for (const each of [...answers, taken]) expect(each.headers.get('cache-control')).toBe('no-store')
})

test('ids of restores that are none, and parts out of order or too long, are refused', async () => {
  for (const id of ['..%2f..%2fhealth', '0', 'x'.repeat(32), `${'0'.repeat(32)}%00`])
    expect((await client().part(id, 0, Buffer.from('x'))).status).toBe(404)
  const id = await client().begin(installation)
  expect((await client().part(id, 5, Buffer.from('x'))).status).toBe(409)
  expect((await client().part(id, -1, Buffer.from('x'))).status).toBe(400)
  expect((await client().part(id, 0, Buffer.alloc(1_000_001))).status).toBe(413)
  expect((await client().abort(id)).status).toBe(200)
})

test('whoever leaves in the middle of a backup ends it, which the audit trail tells', async () => {
  await pool().query(
    `INSERT INTO "AuditEvent" (id, actor, action, details)
     SELECT gen_random_uuid(), 'server', 'filler', jsonb_build_object('code', repeat(md5(n::text), 100)) FROM generate_series(1, 20000) n`,
  )
  const leaving = new AbortController()
  const answer = await fetch(server.url + recoveryPaths.backups, {
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'correct horse battery' }),
  })
  await answer.body!.getReader().read()
  leaving.abort()
  await vi.waitFor(async () => {
    const { data } = await server.as(adminToken).audit.list({ action: 'backup.interrupt' })
    expect(data).toHaveLength(1)
  })
  const { rows } = await pool().query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'openauth backup' AND datname = current_database()`,
  )
  expect(rows).toEqual([])
})

test('a backup contains no session, no code and no private key in clear', async () => {
  await server.as().login.username({ appId: app.id, username: 'ada', password: 'password of ada', type: 'login' })
  const text = (await client().backup()).toString('latin1')
  const { sessionId } = JSON.parse(Buffer.from(user.token.split('.')[1]!, 'base64url').toString()) as {
    sessionId: string
  }
  for (const secret of [app.secret, user.token, adminToken, 'password of ada', 'correct horse battery'])
    expect(text).not.toContain(secret)
  expect(text).not.toContain(Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('latin1'))
})

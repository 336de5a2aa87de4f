import { Readable } from 'node:stream'
import { type BackupHeader, createWriter, readBackup } from '@openauth/backup-format'
import { recoveryPaths } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
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
const usersNow = async () => (await pool().query('SELECT id FROM "User" ORDER BY id')).rows
const stagingLeft = async () =>
  (await pool().query(`SELECT to_regnamespace('openauth_restore') AS left`)).rows[0] as { left: string | null }

beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Bank')
  user = await signInAs(server, app.id, 'ada')
  installation = await installationOf(server.resources.db)
  backup = await client().backup()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await pool().query('DELETE FROM rate_limit')
})

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
        const body = method === 'POST' ? JSON.stringify({ password: 'x', installation }) : null
        const answer = await fetch(server.url + path, { method, headers, body })
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
    const answers = []
    for (let guess = 0; guess < 30; guess += 1)
      answers.push((await client().post(recoveryPaths.backups, { password: `guess ${guess}` })).status)
    expect(answers.at(-1)).toBe(429)
    const { data } = await server.as(adminToken).audit.list({ action: 'admin.login-refused' })
    expect(data.length).toBeGreaterThanOrEqual(answers.filter((status) => status === 400).length)
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

test('ids of restores that are none, and parts out of order or too long, are refused', async () => {
  for (const id of ['..%2f..%2fhealth', '0', 'x'.repeat(32), `${'0'.repeat(32)}%00`])
    expect((await client().part(id, 0, Buffer.from('x'))).status).toBe(404)
  const id = await client().begin(installation)
  expect((await client().part(id, 5, Buffer.from('x'))).status).toBe(409)
  expect((await client().part(id, -1, Buffer.from('x'))).status).toBe(400)
  expect((await client().part(id, 0, Buffer.alloc(1_000_001))).status).toBe(413)
  expect((await client().abort(id)).status).toBe(200)
})

/** A backup that somebody has made up of a true one: with another header, other tables, other data. */
const madeUp = async (change: {
  header?: (header: BackupHeader) => BackupHeader
  data?: (name: string, chunk: Uint8Array) => Uint8Array
}): Promise<Buffer<ArrayBuffer>> => {
  const writer = createWriter()
  const parts: Uint8Array[] = []
  let header: BackupHeader | undefined
  const tables = new Map<string, { chunks: Uint8Array[]; rows: number }>()
  for await (const event of readBackup(Readable.from([backup]))) {
    if (event.kind === 'header') header = event.header
    if (event.kind === 'table') tables.set(event.table.name, { chunks: [], rows: 0 })
    if (event.kind === 'data') [...tables.values()].at(-1)!.chunks.push(event.chunk)
    if (event.kind === 'tableEnd') tables.get(event.table.name)!.rows = event.rows
  }
  const changed = change.header?.(header!) ?? header!
  parts.push(...writer.begin(changed))
  for (const { name } of changed.tables) {
    parts.push(...writer.beginTable(name))
    const { chunks, rows } = tables.get(name) ?? { chunks: tables.get('KeyCanary')!.chunks, rows: 1 }
    for (const chunk of chunks) parts.push(...writer.data(change.data?.(name, chunk) ?? chunk))
    parts.push(...writer.endTable(rows))
  }
  parts.push(...writer.end())
  return Buffer.concat(parts)
}

const withTable = (header: BackupHeader, name: string, columns: string[]) => ({
  ...header,
  tables: [...header.tables, { name, columns, estimatedBytes: 0 }],
})
const withColumns = (header: BackupHeader, change: (columns: string[]) => string[]) => ({
  ...header,
  tables: header.tables.map((table) => (table.name === 'Admin' ? { ...table, columns: change(table.columns) } : table)),
})

const hostile: Record<string, [string, Parameters<typeof madeUp>[0]]> = {
  'a table of the system': ['backup_refused', { header: (header) => withTable(header, 'pg_authid', ['rolname']) }],
  'sessions, which no backup has': [
    'backup_refused',
    { header: (header) => withTable(header, 'AdminSession', ['id', 'adminId', 'ip', 'userAgent']) },
  ],
  'a name that ends a statement': [
    'backup_refused',
    { header: (header) => withTable(header, 'x"; DROP TABLE "User"; --', ['id']) },
  ],
  'a column that ends a statement': [
    'backup_refused',
    { header: (header) => withColumns(header, (columns) => [...columns.slice(1), "id\") FROM PROGRAM 'id'; --"]) },
  ],
  'a column less': ['backup_refused', { header: (header) => withColumns(header, (columns) => columns.slice(1)) }],
  'a column twice': [
    'backup_refused',
    { header: (header) => withColumns(header, ([first, ...more]) => [first!, first!, ...more]) },
  ],
  'a table less': ['backup_refused', { header: (header) => ({ ...header, tables: header.tables.slice(0, -1) }) }],
  'migrations of a later release': [
    'backup_newer',
    {
      header: (header) => ({
        ...header,
        version: '9.0.0',
        migrations: [...header.migrations, { name: '20990101000000_later', checksum: 'a'.repeat(64) }],
      }),
    },
  ],
  'a path as a migration': [
    'backup_newer',
    {
      header: (header) => ({
        ...header,
        migrations: [...header.migrations, { name: '../../etc', checksum: 'a'.repeat(64) }],
      }),
    },
  ],
  'a migration of another text': [
    'backup_refused',
    {
      header: (header) => ({
        ...header,
        migrations: header.migrations.map((each) => ({ ...each, checksum: 'b'.repeat(64) })),
      }),
    },
  ],
  'a migration less': [
    'backup_refused',
    { header: (header) => ({ ...header, migrations: header.migrations.slice(1) }) },
  ],
  'rows that are none': [
    'backup_refused',
    { data: (name, chunk) => (name === 'User' ? Buffer.from('no rows') : chunk) },
  ],
  'users of no app': ['backup_refused', { data: (name, chunk) => (name === 'App' ? emptyTable : chunk) }],
  'canaries of another key': [
    'backup_keys_missing',
    {
      data: (name, chunk) => {
        if (name !== 'KeyCanary') return chunk
        const changed = Buffer.from(chunk)
        // In the sealed bytes, before the time at the row's end.
        changed[changed.length - 20]! ^= 0xff
        return changed
      },
    },
  ],
  'another installation, over users': [
    'other_installation',
    { header: (header) => ({ ...header, installation: '0123456789ab' }) },
  ],
}

/** COPY's signature, no flags, no extension, and the end. https://www.postgresql.org/docs/current/sql-copy.html */
const emptyTable = Buffer.concat([
  Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
  Buffer.alloc(8),
  Buffer.from([0xff, 0xff]),
])

describe('a made-up backup changes nothing:', () => {
  test.each(Object.entries(hostile))('%s', async (_, [code, change]) => {
    const before = await usersNow()
    const bytes = await madeUp(change)
    const outcome = await client()
      .restore(installation, bytes)
      .catch((error: { code: string }) => ({ error: { code: error.code } }))
    expect(outcome).toMatchObject({ error: { code } })
    expect(await usersNow()).toEqual(before)
    await vi.waitFor(async () => expect(await stagingLeft()).toEqual({ left: null }))
  })

  test('one with a bit changed, one cut off, one of nothing', async () => {
    const before = await usersNow()
    const changed = Buffer.from(backup)
    changed[backup.length - 200]! ^= 1
    for (const bytes of [changed, backup.subarray(0, -10), Buffer.from('PK\x03\x04 no backup at all')]) {
      const outcome = await client()
        .restore(installation, bytes)
        .catch((error: { code: string }) => ({ error: { code: error.code } }))
      expect(outcome).toMatchObject({ error: { code: 'backup_refused' } })
    }
    expect(await usersNow()).toEqual(before)
  })

  test('a restore that was confirmed for another server', async () => {
    await expect(client().begin('0123456789ab')).rejects.toMatchObject({ code: 'wrong_installation' })
  })
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

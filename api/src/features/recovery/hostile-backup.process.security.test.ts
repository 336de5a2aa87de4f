import type { BackupHeader } from '@openauth/backup-format'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { installationOf } from './installation.ts'
import { emptyTable, type MadeUp, madeUp, partsOf, recoveryClient } from './recovery.testing.ts'

let server: TestServer
let adminToken: string
let backup: Buffer<ArrayBuffer>
let installation: string

const client = () => recoveryClient(server.url, adminToken)
const pool = () => server.resources.db.pool
const usersNow = async () => (await pool().query('SELECT id FROM "User" ORDER BY id')).rows
const stagingLeft = async () =>
  (await pool().query(`SELECT to_regnamespace('openauth_restore') AS left`)).rows[0] as { left: string | null }

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
  const app = await createTestApp(server, adminToken, 'Bank')
  await signInAs(server, app.id, 'ada')
  installation = await installationOf(server.resources.db)
  backup = await client().backup()
})
afterAll(() => server.stop())

const withTable = (header: BackupHeader, name: string, columns: string[]) => ({
  ...header,
  tables: [...header.tables, { name, columns, estimatedBytes: 0 }],
})
const withColumns = (header: BackupHeader, change: (columns: string[]) => string[]) => ({
  ...header,
  tables: header.tables.map((table) => (table.name === 'Admin' ? { ...table, columns: change(table.columns) } : table)),
})

const hostile: Record<string, [string, MadeUp]> = {
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

describe('a made-up backup changes nothing:', () => {
  test.each(Object.entries(hostile))('%s', async (_, [code, change]) => {
    const before = await usersNow()
    const bytes = await madeUp(backup, change)
    const outcome = await client()
      .restore(installation, bytes)
      .catch((error: { code: string }) => ({ error: { code: error.code } }))
    expect(outcome).toMatchObject({ error: { code } })
    expect(await usersNow()).toEqual(before)
    await vi.waitFor(async () => expect(await stagingLeft()).toEqual({ left: null }))
  })

  test('one without any row, and so without a key that opens it', async () => {
    const before = await usersNow()
    const { header } = await partsOf(backup)
    const tables = Object.fromEntries(header.tables.map(({ name }) => [name, { data: emptyTable, rows: 0 }]))
    const outcome = await client()
      .restore(installation, await madeUp(backup, { tables }))
      .catch((error: { code: string }) => ({ error: { code: error.code } }))
    expect(outcome).toMatchObject({ error: { code: 'backup_refused' } })
    expect(await usersNow()).toEqual(before)
  })

  test('one with fewer rows than it says', async () => {
    const { tables } = await partsOf(backup)
    const { data, rows } = tables.get('AuditEvent')!
    const outcome = await client()
      .restore(installation, await madeUp(backup, { tables: { AuditEvent: { data, rows: rows + 1 } } }))
      .catch((error: { code: string }) => ({ error: { code: error.code } }))
    expect(outcome).toMatchObject({ error: { code: 'backup_refused' } })
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

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/database.ts'
import { applyMigrations } from '../../lib/migrations.ts'
import { readMigrationState } from '../../lib/migration-state.ts'
import { migrationsFolder } from '../../paths.ts'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { installationOf } from './installation.ts'
import { leftOut } from './left-out.ts'
import { recoveryClient } from './recovery.testing.ts'
import { tablesOf } from './tables.ts'
import { writeBackup } from './take-backup.ts'

/** The last migration of the version before the settings of login methods were in one column. */
const LAST = '20261126021143_squad_removals'
const [appId, userId] = [randomUUID(), randomUUID()]

let server: TestServer
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
})
afterAll(() => server.stop())

/** A database as an older version left it, with the canaries of the server. */
const olderDatabase = async (): Promise<string> => {
  const { serverUrl, template } = inject('store')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const maker = new pg.Client({ connectionString: serverUrl })
  await maker.connect()
  await maker.query(`CREATE DATABASE ${name}`)
  await maker.end()
  const connectionString = databaseUrl(serverUrl, name)
  await applyMigrations({ connectionString, directory: migrationsFolder, until: LAST })
  return connectionString
}

const fill = async (client: pg.Client) => {
  for (const { kekId, sealed } of await server.resources.db.prisma.keyCanary.findMany())
    await client.query('INSERT INTO "KeyCanary" ("kekId", sealed) VALUES ($1, $2)', [kekId, sealed])
  await client.query(
    `INSERT INTO "App" (id, name, "nameKey", "githubEnabled", "usernameEnabled", "githubClientId")
     VALUES ($1, 'Older', 'older', true, false, 'Ov23liExample')`,
    [appId],
  )
  await client.query(`INSERT INTO "User" (id, "appId", "referCode") VALUES ($1, $2, 'ABCD2345')`, [userId, appId])
  await client.query(
    `INSERT INTO "Identity" ("appId", provider, subject, display, "userId", founding)
     VALUES ($1, 'github', '90583101', 'player-one', $2, true)`,
    [appId, userId],
  )
  await client.query(
    `INSERT INTO "Admin" (username, "usernameKey", "passwordHash")
    SELECT username, "usernameKey", "passwordHash" FROM json_to_recordset($1) AS a(username text, "usernameKey" text, "passwordHash" text)`,
    [JSON.stringify(await server.resources.db.prisma.admin.findMany())],
  )
}

const backupOf = async (connectionString: string, version: string): Promise<Buffer<ArrayBuffer>> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await fill(client)
  const { applied } = await readMigrationState(client, migrationsFolder)
  const tables = (await tablesOf(client, 'public')).filter(({ name }) => !Object.hasOwn(leftOut, name))
  const header = {
    ...{ format: 1, version, createdAt: Date.now(), keks: ['local:1'] },
    installation: await installationOf(server.resources.db),
    migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
    tables: tables.map(({ name, columns, bytes }) => ({ name, columns, estimatedBytes: bytes })),
  }
  const parts: Buffer[] = []
  for await (const part of writeBackup(client, 'public', header, { rows: 0, bytes: 0 })) parts.push(part)
  await client.end()
  return Buffer.concat(parts)
}

test('a backup of an older version is restored, and migrated to this one', async () => {
  const backup = await backupOf(await olderDatabase(), '0.0.9')
  const end = await recoveryClient(server.url, adminToken).restore(await installationOf(server.resources.db), backup)
  expect(end).toMatchObject({ restored: { migrated: expect.arrayContaining(['20261126070000_login_settings']) } })
  const folder = await mkdtemp(join(tmpdir(), 'openauth-older-'))
  const next = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: folder,
    OPENAUTH_KEYRING_FILE: join(server.settings.dataDir, 'keys', 'keyring.json'),
  })
  const admin = next.as(await signInAsAdmin(next))
  expect(await admin.users.get({ appId, id: userId })).toMatchObject({ github: '90583101' })
  const methods = await admin.loginMethods.list({ appId })
  expect(methods.filter(({ enabled }) => enabled).map(({ method }) => method)).toEqual(['github'])
  expect(await admin.database.status()).toMatchObject({ migrations: { pending: [], unknown: [] } })
  await next.stop()
  await rm(folder, { recursive: true, force: true })
})

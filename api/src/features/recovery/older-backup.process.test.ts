import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOlderDatabase } from '../../../test/older-database.ts'
import { readMigrationState } from '../../lib/migration-state.ts'
import { migrationsFolder } from '../../paths.ts'
import { signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { installationOf } from './installation.ts'
import { leftOut } from './left-out.ts'
import { recoveryClient } from './recovery.testing.ts'
import { tablesOf } from './tables.ts'
import { writeBackup } from './take-backup.ts'

let server: TestServer
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
})
afterAll(() => server.stop())

/** Gives an older database the canaries and the admins of the server. */
const addAdmins = async (client: pg.Client) => {
  const { prisma } = server.resources.db
  for (const { kekId, sealed } of await prisma.keyCanary.findMany())
    await client.query('INSERT INTO "KeyCanary" ("kekId", sealed) VALUES ($1, $2)', [kekId, sealed])
  await client.query(
    `INSERT INTO "Admin" (username, "usernameKey", "passwordHash")
    SELECT username, "usernameKey", "passwordHash" FROM json_to_recordset($1) AS a(username text, "usernameKey" text, "passwordHash" text)`,
    [JSON.stringify(await prisma.admin.findMany())],
  )
}

const backupOf = async (client: pg.Client, version: string): Promise<Buffer<ArrayBuffer>> => {
  await addAdmins(client)
  const { applied } = await readMigrationState(client, migrationsFolder)
  const tables = (await tablesOf(client, 'public')).filter(({ name }) => !Object.hasOwn(leftOut, name))
  const header = {
    format: 1,
    version,
    createdAt: Date.now(),
    keks: ['local:1'],
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
  const { client, appId, userId } = await createOlderDatabase()
  const backup = await backupOf(client, '0.0.9')
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

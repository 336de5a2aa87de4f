import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { applyMigrations } from '../src/lib/migrations.ts'
import { root } from '../src/paths.ts'
import { createTestApp, signInAs, signInAsAdmin, startServer } from '../src/testing.ts'
import { databaseUrl } from './database.ts'

const migrations = join(root, 'prisma', 'migrations')
/** The last migration of the version before the settings of login methods were in one column. */
const LAST = '20261126021143'

/** A database as an older version left it. */
const olderDatabase = async (last: string) => {
  const { serverUrl, template } = inject('store')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(`CREATE DATABASE ${name}`)
  await server.end()
  const directory = mkdtempSync(join(tmpdir(), 'openauth-older-'))
  for (const entry of readdirSync(migrations))
    if (entry === 'migration_lock.toml' || entry.slice(0, last.length) <= last)
      cpSync(join(migrations, entry), join(directory, entry), { recursive: true })
  const connectionString = databaseUrl(serverUrl, name)
  await applyMigrations({ connectionString, directory })
  rmSync(directory, { recursive: true })
  return connectionString
}

test('a database of the version before keeps its apps’ logins, its users and their identities', async () => {
  const url = await olderDatabase(LAST)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [appId, userId] = [randomUUID(), randomUUID()]
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
  await client.end()

  const folder = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  const server = await startServer({ DATABASE_URL: url, OPENAUTH_DATA_DIR: folder })
  const admin = server.as(await signInAsAdmin(server))
  expect(await admin.users.get({ appId, id: userId })).toMatchObject({ github: '90583101', google: null })
  expect((await admin.users.list({ appId, method: 'github' })).data).toMatchObject([{ id: userId }])
  const [methods] = [await admin.loginMethods.list({ appId })]
  const on = methods.filter(({ enabled }) => enabled).map(({ method }) => method)
  expect(on).toEqual(['github'])
  expect(methods.find(({ method }) => method === 'github')?.fields[0]).toMatchObject({ value: 'Ov23liExample' })
  // What is new works beside it.
  const app = await createTestApp(server, await signInAsAdmin(server), 'Newer')
  expect((await signInAs(server, app.id, 'newcomer')).id).toMatch(/^[0-9a-f-]{36}$/)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/database.ts'
import { applyMigrations } from '../../lib/migrations.ts'
import { root } from '../../paths.ts'

/** The migration that begins to count. */
const STATISTICS = '20261123081000_statistics'

const app = '0192f3c4-0000-7000-8000-000000000000'
const userOf = (index: number) => app.replace(/.$/, String(index))

test('the migration counts what happened before it, once, and goes on from there', async () => {
  const migrations = join(root, 'prisma', 'migrations')
  const before = await mkdtemp(join(tmpdir(), 'openauth-before-'))
  for (const name of await readdir(migrations))
    if (name < STATISTICS || name.endsWith('.toml'))
      await cp(join(migrations, name), join(before, name), { recursive: true })
  const { serverUrl, template } = inject('store')
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  // By its name it is removed with the databases of the run.
  const name = `${template}_statistics`
  await server.query(`CREATE DATABASE ${name}`).finally(() => server.end())
  const connectionString = databaseUrl(serverUrl, name)
  await applyMigrations({ connectionString, directory: before })
  const database = new pg.Client({ connectionString })
  await database.connect()
  await database.query(`INSERT INTO "App" (id, name) VALUES ($1, 'Old')`, [app])
  for (const [index, deletedAt] of [null, null, '2026-03-09T10:00Z'].entries()) {
    await database.query(
      `INSERT INTO "User" (id, "appId", "referCode", "createdAt", "deletedAt") VALUES ($1, $2, $3, '2026-03-01T22:15Z', $4)`,
      [userOf(index), app, `CODE${index}`, deletedAt],
    )
    await database.query(
      `INSERT INTO "Wallet" ("userId", chain, address, "sealedSecret", "createdAt") VALUES ($1, 'solana', 'a', '', '2026-03-01T22:15Z')`,
      [userOf(index)],
    )
  }
  for (const [index, createdAt, lastUsedAt] of [
    [0, '2026-03-01T22:15Z', '2026-03-04T08:00Z'],
    [0, '2026-03-04T09:00Z', '2026-03-04T09:00Z'],
    [1, '2026-03-05T09:00Z', '2026-03-05T23:59Z'],
  ] as const)
    await database.query(
      `INSERT INTO "Session" ("userId", id, method, "createdAt", "lastUsedAt", "expiresAt") VALUES ($1, gen_random_uuid(), 'google', $2, $3, '2027-01-01')`,
      [userOf(index), createdAt, lastUsedAt],
    )
  await database.query(
    `INSERT INTO "Transaction" (id, "appId", "userId", chain, network, kind, status, "fromAddress", "rpcUrl", "createdAt")
     VALUES ($1, $1, $2, 'ethereum', 'base', 'transfer', 'confirmed', 'a', 'b', '2026-03-02T05:05Z')`,
    [app, userOf(0)],
  )
  await applyMigrations({ connectionString, directory: migrations })
  await database.query(`UPDATE "Transaction" SET status = 'failed'`)
  const { rows } = await database.query(
    `SELECT concat_ws(' ', kind, nullif(key, ''), to_char(at AT TIME ZONE 'UTC', 'DD.HH24'), sum(count)) AS line
     FROM "StatisticDelta" GROUP BY kind, key, at HAVING sum(count) <> 0 ORDER BY kind, at, key`,
  )
  expect(rows.map(({ line }: { line: string }) => line)).toEqual([
    'registrations 01.22 3',
    'deletions 09.10 1',
    'logins google 01.22 1',
    'logins google 04.09 1',
    'logins google 05.09 1',
    'activeUsers 0 01.22 1',
    'activeUsers 3 04.08 1',
    'activeUsers 0 05.09 1',
    'wallets 01.22 3',
    'sends base failed 02.05 1',
  ])
  const seen = await database.query(`SELECT to_char("activeOn", 'DD') AS day FROM "User" ORDER BY id`)
  expect(seen.rows.map(({ day }: { day: string | null }) => day)).toEqual(['04', '05', null])
  await database.end()
  await rm(before, { recursive: true })
})

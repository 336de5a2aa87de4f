import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { applyMigrations } from '../src/lib/migrations.ts'
import { migrationsFolder } from '../src/paths.ts'
import { databaseUrl } from './database.ts'

/** The last migration of the version before the settings of login methods were in one column. */
const LAST = '20261126021143_squad_removals'

/**
 * A database as an older version left it, with an app that has logins by GitHub and a user who logs in so. Its client is connected
 * until `client.end()`.
 */
export const createOlderDatabase = async () => {
  const { serverUrl, template } = inject('store')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const maker = new pg.Client({ connectionString: serverUrl })
  await maker.connect()
  await maker.query(`CREATE DATABASE ${name}`)
  await maker.end()
  const url = databaseUrl(serverUrl, name)
  await applyMigrations({ connectionString: url, directory: migrationsFolder, until: LAST })
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
  return { url, client, appId, userId }
}

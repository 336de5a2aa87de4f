import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { matches, type Migration, MigrationError, readMigrations } from './migration-files.ts'

export { MigrationError, type MigrationErrorCode } from './migration-files.ts'

/** A source of the one connection: a connection string, a pool, or a connected client. */
export type MigrationTarget =
  | { connectionString: string }
  | { pool: Pick<pg.Pool, 'connect'> }
  | { client: pg.ClientBase }

type AppliedRow = { migration_name: string; checksum: string; finished: boolean; started_at: Date }

/**
 * The advisory lock key of Prisma's CLI. https://github.com/prisma/prisma-engines, sql-schema-connector, postgres
 * flavour
 */
const ADVISORY_LOCK = 72_707_369
const LOCK_WAIT_MS = 5 * 60_000
const LOCK_RETRY_MS = 25
/** SQLSTATE active_sql_transaction: "… cannot run inside a transaction block". */
const NEEDS_NO_TRANSACTION = '25001'

/**
 * Applies the migrations of `directory` (Prisma's layout: `<name>/migration.sql`, ordered by name) that the database
 * lacks. Maintains the table `_prisma_migrations` as Prisma's CLI does and takes the same lock, so both may be used on
 * one database. When several servers start at once, one applies and the others wait.
 *
 * Each migration is one transaction: a failed one changes nothing and is tried again the next time. A script that
 * PostgreSQL does not allow in a transaction runs outside of one; its failure is recorded as the CLI records it. With
 * `until`, later ones are not applied.
 *
 * @returns the names of the migrations that this call applied
 * @throws MigrationError, before anything is changed, when files and database do not match
 */
export async function applyMigrations(
  options: MigrationTarget & { directory: string; until?: string },
): Promise<{ applied: string[] }> {
  const { directory, until } = options
  const migrations = (await readMigrations(directory)).filter(({ name }) => until === undefined || name <= until)
  return withClient(options, (client) => withMigrationLock(client, () => applyMissing(client, migrations)))
}

async function withClient<T>(target: MigrationTarget, action: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  if ('client' in target) return action(target.client)
  if ('pool' in target) {
    const client = await target.pool.connect()
    return action(client).finally(() => client.release())
  }
  const client = new pg.Client({ connectionString: target.connectionString, application_name: 'openauth migrations' })
  // A query in progress reports the lost connection; an 'error' event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  return action(client).finally(() => client.end())
}

/**
 * Polls, because a session that blocks on the lock would block CREATE INDEX CONCURRENTLY in the session that holds it.
 */
async function withMigrationLock<T>(client: pg.ClientBase, action: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + LOCK_WAIT_MS; ; await delay(LOCK_RETRY_MS)) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      ADVISORY_LOCK,
    ])
    if (rows[0]?.locked) break
    if (Date.now() > deadline) {
      const message =
        'Another process has been migrating this database for more than 5 minutes. End it, then start again.'
      throw new MigrationError('migration_locked', message)
    }
  }
  return action().finally(() => unlock(client))
}

/** A lost connection has released the lock already. */
async function unlock(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => {})
}

async function applyMissing(client: pg.ClientBase, migrations: Migration[]): Promise<{ applied: string[] }> {
  const table = await ensureTable(client)
  const { rows } = await client.query<AppliedRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished, started_at
       FROM ${table} WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  refuseMismatch(migrations, rows)
  const done = new Set(rows.map((row) => row.migration_name))
  const missing = migrations.filter(({ name }) => !done.has(name))
  for (const migration of missing) await apply(client, table, migration)
  return { applied: missing.map(({ name }) => name) }
}

/** Prisma's own definition, in the schema that is current now, independent of a search_path that a migration sets. */
async function ensureTable(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string | null }>('SELECT current_schema() AS schema')
  const table = `${pg.escapeIdentifier(rows[0]?.schema ?? 'public')}._prisma_migrations`
  const { rows: found } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ])
  if (found[0]?.exists) return table
  await client.query(`CREATE TABLE ${table} (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`)
  return table
}

function refuseMismatch(migrations: Migration[], rows: AppliedRow[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { migration_name: name, checksum, finished, started_at: startedAt } of rows) {
    const file = known.get(name)
    if (!finished) {
      throw new MigrationError(
        'migration_unresolved',
        `The migration ${name}, started ${startedAt.toISOString()}, failed and may be partly applied. Repair the database, ` +
          `then record the result: npx prisma migrate resolve --rolled-back ${name} (or --applied).`,
      )
    }
    if (file === undefined) {
      throw new MigrationError(
        'migration_unknown',
        `The database has the migration ${name}, which this release does not have: a newer release has used it. ` +
          'Start that release, or restore a backup from before it.',
      )
    }
    if (!matches(file, checksum)) {
      throw new MigrationError(
        'migration_edited',
        `The migration ${name} was changed after it was applied. Restore its file; put changes in a new migration.`,
      )
    }
  }
}

async function apply(client: pg.ClientBase, table: string, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    const id = await recordStart(client, table, migration)
    await client.query(migration.sql)
    await recordFinish(client, table, id)
    await client.query('COMMIT')
  } catch (error) {
    // A lost connection has rolled back already; its error is the one to report.
    await client.query('ROLLBACK').catch(() => {})
    if ((error as { code?: unknown }).code !== NEEDS_NO_TRANSACTION)
      throw failed(migration, 'Nothing was changed', error)
    await applyOutside(client, table, migration)
  }
}

async function applyOutside(client: pg.ClientBase, table: string, migration: Migration): Promise<void> {
  const id = await recordStart(client, table, migration)
  try {
    await client.query(migration.sql)
  } catch (error) {
    await client.query(`UPDATE ${table} SET logs = $2 WHERE id = $1`, [id, messageOf(error)])
    throw failed(migration, 'It may be partly applied', error)
  }
  await recordFinish(client, table, id)
}

async function recordStart(client: pg.ClientBase, table: string, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID()
  const values = [id, checksum, name]
  await client.query(`INSERT INTO ${table} (id, checksum, migration_name) VALUES ($1, $2, $3)`, values)
  return id
}

async function recordFinish(client: pg.ClientBase, table: string, id: string): Promise<void> {
  const change = 'finished_at = clock_timestamp(), applied_steps_count = 1'
  await client.query(`UPDATE ${table} SET ${change} WHERE id = $1`, [id])
}

function failed({ name }: Migration, extent: string, cause: unknown): MigrationError {
  const message = `The migration ${name} failed: ${messageOf(cause)}. ${extent}. Repair the cause, then start again.`
  return new MigrationError('migration_failed', message, { cause })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

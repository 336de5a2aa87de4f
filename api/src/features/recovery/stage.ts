import type { BackupHeader } from '@openauth/backup-format'
import type pg from 'pg'
import { applyMigrations } from '../../lib/migrations.ts'
import { foreignMigrations } from '../../lib/migration-state.ts'
import { readMigrations } from '../../lib/migration-files.ts'
import { migrationsFolder } from '../../paths.ts'
import { STAGING } from './database-session.ts'
import { RecoveryError } from './errors.ts'
import { leftOut } from './left-out.ts'
import { quoted, tablesOf } from './tables.ts'

/** Throws RecoveryError where this release cannot read the backup, and says which can. */
const requireKnownMigrations = async ({ migrations, version }: BackupHeader): Promise<void> => {
  const known = await readMigrations(migrationsFolder)
  const { unknown, edited } = foreignMigrations(known, migrations)
  if (unknown.length > 0)
    throw new RecoveryError(
      'backup_newer',
      `Version ${version} wrote this backup, whose database has ${unknown.length} migrations that this server does not have. ` +
        `Update this server to ${version} or newer, then restore`,
    )
  if (edited.length > 0)
    throw new RecoveryError(
      'backup_refused',
      `The migration ${edited[0]} of the backup differs from that of this server`,
    )
  const last =
    migrations
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? ''
  const missing = known.find(({ name }) => name <= last && !migrations.some((each) => each.name === name))
  if (missing) throw new RecoveryError('backup_refused', `The backup lacks the migration ${missing.name}`)
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length

/** The tables of a backup must be those of its migrations, each with all of its columns, and none of those that are left out. */
const requireFittingTables = async (client: pg.Client, { tables }: BackupHeader): Promise<void> => {
  const stored = (await tablesOf(client, STAGING)).filter(({ name }) => !Object.hasOwn(leftOut, name))
  const isComplete = sameNames(
    stored.map(({ name }) => name),
    tables.map(({ name }) => name),
  )
  const misfit = stored.find(
    ({ name, columns }) => !sameNames(columns, tables.find((table) => table.name === name)?.columns ?? []),
  )
  if (!isComplete || misfit)
    throw new RecoveryError(
      'backup_refused',
      `The tables of the backup are not those of its release${misfit ? `: ${misfit.name} differs` : ''}`,
    )
}

/** Makes the empty tables of the backup's release in a schema of their own, beside the data in use. */
export const openStaging = async (client: pg.Client, header: BackupHeader): Promise<void> => {
  await requireKnownMigrations(header)
  await client.query(`DROP SCHEMA IF EXISTS ${STAGING} CASCADE`)
  await client.query(`CREATE SCHEMA ${STAGING}`)
  await client.query(`SET search_path TO ${STAGING}`)
  const until = header.migrations
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  await applyMigrations({ client, directory: migrationsFolder, until: until ?? '' })
  await requireFittingTables(client, header)
}

/** Statements that make again what was dropped, in their order. */
export type Rebuild = string[]

/**
 * Drops indexes and constraints, and switches triggers off: rows are loaded several times as fast without them, and statistics,
 * which triggers write, are in the backup. Returns what makes them again.
 */
export const stripStaging = async (client: pg.Client): Promise<Rebuild> => {
  const { rows: constraints } = await client.query<{ table: string; name: string; kind: string; definition: string }>(
    `SELECT c.relname AS "table", k.conname AS name, k.contype AS kind, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE c.relnamespace = to_regnamespace($1) AND c.relname <> '_prisma_migrations' AND k.contype IN ('p', 'u', 'f')
     ORDER BY k.contype <> 'f', k.conname`,
    [STAGING],
  )
  for (const { table, name } of constraints)
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE c.relnamespace = to_regnamespace($1) AND t.relname <> '_prisma_migrations' ORDER BY t.relname, c.relname`,
    [STAGING],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${quoted(name)}`)
  const tables = await tablesOf(client, STAGING)
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
  const add = ({ table, name, definition }: (typeof constraints)[number]) =>
    `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`
  return [
    ...constraints.filter(({ kind }) => kind !== 'f').map(add),
    ...indexes.map(({ definition }) => definition),
    ...constraints.filter(({ kind }) => kind === 'f').map(add),
    ...tables.map(({ name }) => `ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`),
  ]
}

/** Numbers go on behind the largest that the restored rows have. */
export const moveSequences = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT t.relname AS "table", a.attname AS "column", s.relname AS sequence
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.classid = 'pg_class'::regclass
     JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE s.relkind = 'S' AND s.relnamespace = to_regnamespace($1)`,
    [STAGING],
  )
  for (const { table, column, sequence } of rows)
    await client.query(
      `SELECT setval($1::regclass, (SELECT coalesce(max(${quoted(column)}), 0) + 1 FROM ${quoted(table)}), false)`,
      [quoted(sequence)],
    )
}

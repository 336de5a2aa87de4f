import { type BackupHeader, createWriter, FORMAT } from '@openauth/backup-format'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../../db.ts'
import type { Migration } from '../../lib/migration-files.ts'
import { foreignMigrations, readMigrationState } from '../../lib/migration-state.ts'
import { version } from '../../version.ts'
import { migrationsFolder } from '../../paths.ts'
import { RecoveryError } from './errors.ts'
import { installationOf } from './installation.ts'
import { filters, leftOut } from './left-out.ts'
import { columnList, currentSchema, quoted, tablesOf } from './tables.ts'

/** What a backup consists of: the tables of the migrations, less those that are left out. A database may hold others, of the operator's. */
const ourTables = async (client: pg.Client, schema: string, known: Migration[]) => {
  const made = known.flatMap(({ sql }) => [...sql.matchAll(/CREATE TABLE "(\w+)"/g)].map(([, name]) => name!))
  const names = new Set(made.filter((name) => !Object.hasOwn(leftOut, name)))
  return (await tablesOf(client, schema)).filter(({ name }) => names.has(name))
}

/** Describes the database as a backup. Throws RecoveryError where this server does not know all of it. */
const describe = async (db: Database, client: pg.Client, schema: string): Promise<BackupHeader> => {
  const { known, applied, pending, unknown, unfinished } = await readMigrationState(client, migrationsFolder)
  const { edited } = foreignMigrations(known, applied)
  if ([pending, unknown, unfinished, edited].some((names) => names.length > 0))
    throw new RecoveryError(
      'restore_blocked',
      'The database has migrations of another release than this server. Make the backup with that release',
    )
  const tables = await ourTables(client, schema, known)
  const canaries = await db.prisma.keyCanary.findMany({ select: { kekId: true } })
  return {
    format: FORMAT,
    version,
    createdAt: Date.now(),
    installation: await installationOf(db),
    migrations: applied.map(({ name, checksum }) => ({ name, checksum })),
    tables: tables.map(({ name, columns, bytes }) => ({ name, columns, estimatedBytes: bytes })),
    keks: canaries.map(({ kekId }) => kekId),
  }
}

/** Written at once, to send fewer and larger chunks. */
const AT_ONCE = 256 * 1024

const createBuffer = () => {
  let parts: Uint8Array[] = []
  let bytes = 0
  return {
    add: (more: Uint8Array[]) => {
      for (const part of more) bytes += part.length
      parts.push(...more)
    },
    isFull: () => bytes >= AT_ONCE,
    take: () => {
      const taken = Buffer.concat(parts, bytes)
      parts = []
      bytes = 0
      return taken
    },
  }
}

export interface BackupCounts {
  rows: number
  bytes: number
}

/**
 * A consistent backup of the database, as it is at the moment of the first row. Throws RecoveryError where this server does not
 * know all of it.
 */
export async function* takeBackup(db: Database, client: pg.Client, counts: BackupCounts): AsyncGenerator<Buffer> {
  const schema = await currentSchema(client)
  yield* writeBackup(client, schema, await describe(db, client, schema), counts)
}

/** Waits no longer than a migration takes: a forgotten transaction may hold a table for days. */
const lockTables = async (client: pg.Client, names: string[]): Promise<void> => {
  await client.query(`SET LOCAL lock_timeout = '30s'`)
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`).catch((error: unknown) => {
    // 55P03 lock_not_available
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new RecoveryError('restore_blocked', 'A long transaction locks the tables. End it, then try again', {
      cause: error,
    })
  })
}

/** The described tables as they are at one moment. Reads on only as fast as the chunks are taken, and keeps no more than one. */
export async function* writeBackup(
  client: pg.Client,
  schema: string,
  header: BackupHeader,
  counts: BackupCounts,
): AsyncGenerator<Buffer> {
  const writer = createWriter()
  const buffer = createBuffer()
  const names = header.tables.map(({ name }) => `${quoted(schema)}.${quoted(name)}`)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // Before the first query, which takes the snapshot: a restore or a migration does not come in between.
  await lockTables(client, names)
  buffer.add(writer.begin(header))
  for (const { name, columns } of header.tables) {
    buffer.add(writer.beginTable(name))
    const filter = filters[name] === undefined ? '' : ` WHERE ${filters[name]}`
    const rows = `SELECT ${columnList(columns)} FROM ${quoted(schema)}.${quoted(name)}${filter}`
    const source = filter === '' ? `${quoted(schema)}.${quoted(name)} (${columnList(columns)})` : `(${rows})`
    const copied = client.query(copyTo(`COPY ${source} TO STDOUT (FORMAT binary)`))
    for await (const chunk of copied as AsyncIterable<Buffer>) {
      buffer.add(writer.data(chunk))
      counts.bytes += chunk.length
      if (buffer.isFull()) yield buffer.take()
    }
    buffer.add(writer.endTable(copied.rowCount))
    counts.rows += copied.rowCount
  }
  await client.query('COMMIT')
  buffer.add(writer.end())
  yield buffer.take()
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type MigrationErrorCode =
  /** An applied migration's file has been changed since. */
  | 'migration_edited'
  /** The database has a migration that this release does not. */
  | 'migration_unknown'
  /** A migration failed earlier, part of it may be applied. */
  | 'migration_unresolved'
  /** A migration failed now. */
  | 'migration_failed'
  /** Another process has been migrating for too long. */
  | 'migration_locked'
  /** There is no directory of migrations, or one in it lacks its migration.sql. */
  | 'migration_missing'

/** `message` says what happened and what to do next. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly code: MigrationErrorCode

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type Migration = { name: string; sql: string; checksum: string }

/** The migrations of a directory, in the order in which they are applied. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new MigrationError('migration_missing', `There are no migrations in ${directory}.`, { cause: error })
  })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return names.sort().map((name) => readMigration(directory, name))
}

/** Reads at once: by the threads of asynchronous calls, fifty small files take a start several times as long. */
function readMigration(directory: string, name: string): Migration {
  const path = join(directory, name, 'migration.sql')
  try {
    const sql = readFileSync(path, 'utf8')
    return { name, sql, checksum: sha256(sql) }
  } catch (cause) {
    throw new MigrationError('migration_missing', `${path} cannot be read. Restore it.`, { cause })
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Ignores line endings, which a checkout may convert. */
export function matches({ sql, checksum }: Migration, applied: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n')
  return applied === checksum || applied === sha256(unix) || applied === sha256(unix.replaceAll('\n', '\r\n'))
}

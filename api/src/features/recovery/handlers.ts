import type { Platform } from '../../resources.ts'
import { readMigrationState } from '../../lib/migration-state.ts'
import type { Handlers } from '../../handler.ts'
import { migrationsFolder } from '../../paths.ts'
import { installationOf } from './installation.ts'

/** Tables that are listed, the largest. */
const LISTED = 10

interface Sizes {
  version: string
  size: number
  used: number
  max: number
}

const sizesOf = async ({ db }: Pick<Platform, 'db'>): Promise<Sizes> => {
  const { rows } = await db.pool.query<Sizes>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
       current_setting('max_connections')::int AS max`,
  )
  return rows[0]!
}

const largestTables = async ({ db }: Pick<Platform, 'db'>) => {
  const { rows } = await db.pool.query<{ name: string; rows: number; bytes: number; vacuumedAt: Date | null }>(
    `SELECT relname AS name, greatest(n_live_tup, 0)::float8 AS rows, pg_total_relation_size(relid)::float8 AS bytes,
       greatest(last_vacuum, last_autovacuum) AS "vacuumedAt"
     FROM pg_stat_user_tables WHERE schemaname = current_schema() ORDER BY bytes DESC, relname LIMIT ${LISTED}`,
  )
  return rows
}

/** What the database holds, which migrations it has, and when it was last backed up. */
export const databaseHandlers = ({ db, settings }: Pick<Platform, 'db' | 'settings'>): Handlers<'database'> => {
  const lastAt = async (action: string): Promise<Date | null> => {
    const found = await db.prisma.auditEvent.findFirst({ where: { action }, orderBy: { createdAt: 'desc' } })
    return found?.createdAt ?? null
  }
  return {
    status: async () => {
      const { known: _, applied, ...state } = await readMigrationState(db.pool, migrationsFolder)
      const { version, size, used, max } = await sizesOf({ db })
      return {
        kind: settings.databaseUrl === undefined ? 'embedded' : 'external',
        version,
        installation: await installationOf(db),
        sizeBytes: size,
        migrations: { applied: applied.length, last: applied.at(-1)?.name ?? null, ...state },
        connections: { used, max },
        largestTables: await largestTables({ db }),
        lastBackupAt: await lastAt('backup.complete'),
        lastRestoreAt: await lastAt('restore.complete'),
      }
    },
  }
}

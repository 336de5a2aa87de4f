import pg from 'pg'
import type { Database } from './db.ts'
import { SettingsError } from './parse-environment.ts'

/**
 * Whether an address leads to a pooler such as PgBouncer. A pooler invents the process id in BackendKeyData, since its
 * clients have no server process. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const isPooler = async (url: string): Promise<boolean> => {
  // Only start-up parameters that every pooler accepts.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return rows[0]!.pid !== (client as pg.Client & { processID: number }).processID
  } finally {
    await client.end()
  }
}

/** Throws SettingsError if DATABASE_URL leads to a pooler and no direct address is set. */
export const refuseUndeclaredPooler = async (url: string): Promise<void> => {
  if (!(await isPooler(url))) return
  throw new SettingsError(
    'DATABASE_URL leads to a connection pooler. Set OPENAUTH_DATABASE_DIRECT_URL to the address of PostgreSQL itself: ' +
      'migrations and job queues need it. With session pooling it may be the same address.',
  )
}

/** Behind a pooler the server cannot set a statement timeout; the role or the database must have one. */
export const warnOfMissingTimeout = async ({ pool }: Database, log: (line: string) => void): Promise<void> => {
  const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout')
  if (rows[0]!.statement_timeout !== '0') return
  log(
    "Behind the pooler no statement has a time limit. Set one:  ALTER ROLE <the role of DATABASE_URL> SET statement_timeout = '30s'",
  )
}

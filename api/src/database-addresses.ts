import pg from 'pg'
import type { Database } from './db.ts'
import { SettingsError } from './parse-environment.ts'

/** What answers at an address. */
interface Answering {
  /**
   * A pooler such as PgBouncer. It invents the process id in BackendKeyData, since its clients have no server process.
   * https://www.postgresql.org/docs/current/protocol-message-formats.html
   */
  isPooler: boolean
  isReplica: boolean
}

const lookAt = async (url: string): Promise<Answering> => {
  // Only start-up parameters that every pooler accepts.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; is_replica: boolean }>(
      'SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS is_replica',
    )
    const { pid, is_replica: isReplica } = rows[0]!
    return { isPooler: pid !== (client as pg.Client & { processID: number }).processID, isReplica }
  } finally {
    await client.end()
  }
}

const leadsToReplica = (variable: string): SettingsError =>
  new SettingsError(
    `${variable} leads to a replica, which takes no writes. Set it to the address of the primary, or to one that follows the primary ` +
      'when it changes, such as that of HAProxy. After a fail-over it may still lead to the server of before: wait, and start again.',
  )

/**
 * Throws SettingsError if one of the addresses leads to a replica, or if DATABASE_URL leads to a connection pooler and no direct address is
 * set. Returns the direct one.
 */
export const checkAddresses = async (url: string, directUrl: string | undefined): Promise<string> => {
  const { isPooler, isReplica } = await lookAt(url)
  if (isReplica) throw leadsToReplica('DATABASE_URL')
  if (directUrl === undefined) {
    if (!isPooler) return url
    throw new SettingsError(
      'DATABASE_URL leads to a connection pooler. Set OPENAUTH_DATABASE_DIRECT_URL to the address of PostgreSQL itself: ' +
        'migrations and job queues need it. With session pooling it may be the same address.',
    )
  }
  if ((await lookAt(directUrl)).isReplica) throw leadsToReplica('OPENAUTH_DATABASE_DIRECT_URL')
  return directUrl
}

/** Behind a pooler the server cannot set a statement timeout; the role or the database must have one. */
export const warnOfMissingTimeout = async ({ pool }: Database, log: (line: string) => void): Promise<void> => {
  const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout')
  if (rows[0]!.statement_timeout !== '0') return
  log(
    "Behind the pooler no statement has a time limit. Set one:  ALTER ROLE <the role of DATABASE_URL> SET statement_timeout = '30s'",
  )
}

import pg from 'pg'
import type { Database } from '../../db.ts'
import { within } from '../../lib/within.ts'
import { RecoveryError } from './errors.ts'

/** How long closing waits for the end of a connection, in milliseconds. */
const PATIENCE = 1000

/** Ends with its session, so also with a server that was killed. */
const LOCK = `hashtextextended('openauth backup or restore', 0)`

export interface RecoverySession {
  client: pg.Client
  /** Ends the session at once: whatever it was doing is rolled back. */
  abort: () => Promise<void>
  close: () => Promise<void>
}

/** Takes the lock of an installation, or ends the connection and throws `recovery_busy`. Returns the session's number. */
const takeLock = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ locked: boolean; pid: number }>(
    `SELECT pg_try_advisory_lock(${LOCK}) AS locked, pg_backend_pid() AS pid`,
  )
  const { locked, pid } = rows[0]!
  if (locked) return pid
  await client.end()
  throw new RecoveryError(
    'recovery_busy',
    'Another backup or restore of this installation is under way. Try again when it is done',
  )
}

/**
 * A connection of its own to PostgreSQL itself, without a time limit. Of all servers of an installation one has such a session at
 * a time; throws RecoveryError `recovery_busy` where there is one.
 */
export const openRecoverySession = async ({
  directUrl,
  pool,
}: Pick<Database, 'directUrl' | 'pool'>): Promise<RecoverySession> => {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'openauth backup',
    keepAlive: true,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  // A query in progress reports the lost connection; an 'error' event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  const pid = await takeLock(client)
  // A server whose machine is lost says no farewell: without this its lock would last for hours.
  await client.query('SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6')
  const { stream } = (client as pg.Client & { connection: { stream: { destroy: () => void } } }).connection
  const end = async () => {
    stream.destroy()
    // A statement such as CREATE INDEX does not notice that nobody waits for it.
    await pool.query('SELECT pg_terminate_backend($1)', [pid]).catch(() => {})
  }
  let ending: Promise<void> | undefined
  return {
    client,
    abort: () => (ending ??= end()),
    close: async () => {
      // The number of an ended session may be another one's soon.
      ending ??= Promise.resolve()
      // A connection that was broken does not always tell of its end.
      await within(
        client.end().catch(() => {}),
        PATIENCE,
      )
    },
  }
}

/** The schema in which a restore prepares the data. */
export const STAGING = 'openauth_restore'

/**
 * Deletes what a restore left whose server was killed, unless one is under way. `note` is called in the same transaction, while no other
 * server begins a backup or a restore. Returns whether nothing is left.
 */
export const removeLeftovers = async (
  { pool }: Pick<Database, 'pool'>,
  note?: (client: pg.PoolClient) => Promise<void>,
): Promise<boolean> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS free`)
    if (rows[0]!.free) {
      await client.query(`DROP SCHEMA IF EXISTS ${STAGING} CASCADE`)
      await note?.(client)
    }
    await client.query('COMMIT')
    return rows[0]!.free
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

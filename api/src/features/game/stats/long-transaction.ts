import type { Database } from '../../../db.ts'

type Pool = Database['pool']
/** A connection within a transaction. */
export type Connection = Pick<Pool, 'query'>

/** Milliseconds. */
const TIMEOUT = 10 * 60_000

/**
 * Runs `work` in a transaction that may take minutes, on one processor: what it reads must not slow players down. It ends at once when
 * the signal is aborted.
 */
export const inLongTransaction = async <T>(
  pool: Pool,
  work: (connection: Connection) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  const connection = await pool.connect()
  let cancel = (): void => {}
  try {
    const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    cancel = () => void pool.query('SELECT pg_cancel_backend($1)', [rows[0]!.pid]).catch(() => undefined)
    await connection.query('BEGIN')
    signal?.addEventListener('abort', cancel)
    await connection.query(`SET LOCAL statement_timeout = ${TIMEOUT}; SET LOCAL max_parallel_workers_per_gather = 0`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot roll back is broken: its server does so.
    await connection.query('ROLLBACK').catch(() => undefined)
    throw signal?.aborted ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', cancel)
    connection.release()
  }
}

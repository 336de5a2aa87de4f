const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  // PostgreSQL appendix A: class 08, too_many_connections, and the shutdown states of class 57.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // read_only_sql_transaction: a replica answers in place of the primary, as it may during a fail-over.
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  // Prisma: unreachable, timed out, closed, pool exhausted, transaction could not start.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
])
const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|not queryable|Server has closed the connection|Can't reach database server/

/** Whether an error means that the database could not be reached, and not that it refused the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, kind, message, cause, meta, errors } = error as Record<string, unknown> & {
    meta?: { driverAdapterError?: unknown }
  }
  if (typeof code === 'string' && lostConnection.has(code)) return true
  if (typeof message === 'string' && lostMessages.test(message)) return true
  if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed' || kind === 'TooManyConnections') return true
  // Of an AggregateError; and the driver adapter's cause, which is no Error.
  const inner = Array.isArray(errors) ? (errors as unknown[]) : []
  return [...inner, cause, meta?.driverAdapterError].some(isDatabaseUnavailable)
}

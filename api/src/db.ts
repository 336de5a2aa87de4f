import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'

/** A statement that PostgreSQL parses and plans once a connection. */
export interface Statement {
  name: string
  text: string
}

/** A Prisma client inside or outside a transaction. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /** Runs a prepared statement for the hot paths, on the pool that Prisma uses too. */
  query: <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>
  /** Everything in `work` happens, or nothing does. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Opens a pool of connections; nothing is sent until the first query. */
export const openDatabase = (url: string, poolSize: number): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    application_name: 'openauth',
    keepAlive: true,
  })
  // An idle connection that breaks says so here; without a listener it would end the process. The pool replaces it.
  pool.on('error', () => {})
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), omit: { user: { passwordHash: true } } })
  return {
    prisma: prisma as unknown as PrismaClient,
    pool,
    query: async (statement, values) => (await pool.query({ ...statement, values })).rows,
    transaction: (work) => prisma.$transaction((tx) => work(tx as unknown as Tx), { timeout: 20_000, maxWait: 10_000 }),
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}

/** Whether a write failed because a row with the same unique key exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

const lostConnection = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'],
  // PostgreSQL appendix A: class 08, too_many_connections, and the shutdown states of class 57.
  ...['08000', '08001', '08003', '08004', '08006', '53300', '57P01', '57P02', '57P03'],
  // Prisma: unreachable, timed out, closed, pool exhausted, transaction could not start.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
])
const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|not queryable|Server has closed the connection|Can't reach database server/

/** Whether an error says that the database could not be reached, rather than that it refused the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, cause, meta } = error as Error & { code?: unknown; meta?: { driverAdapterError?: unknown } }
  if (typeof code === 'string' && lostConnection.has(code)) return true
  if (lostMessages.test(error.message)) return true
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true
  const kind = (cause as { kind?: unknown } | undefined)?.kind
  if (kind === 'DatabaseNotReachable' || kind === 'ConnectionClosed' || kind === 'TooManyConnections') return true
  return [cause, meta?.driverAdapterError].some(isDatabaseUnavailable)
}

export { Prisma, type PrismaClient }
export type * from './generated/prisma/models.ts'

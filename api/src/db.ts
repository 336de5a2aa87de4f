import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from './generated/prisma/client.ts'
import { createTimedClient, refuseReplica, type SlowStatement } from './timed-client.ts'

/** A statement that PostgreSQL parses and plans once per connection. */
export interface Statement {
  name: string
  text: string
}

/** A Prisma client inside or outside a transaction. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>

export interface Database {
  prisma: PrismaClient
  pool: pg.Pool
  /**
   * The connection string for features that need their own session, such as LISTEN. It never leads through a pooler.
   */
  directUrl: string
  /** Runs a statement of the hot paths on Prisma's pool; prepared, unless a pooler is in between. */
  query: <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>
  /**
   * Runs a prepared statement over many keys, `= ANY($1)`, for callers that each look up one: the callers of one event
   * loop turn share a statement. Each row has its `key`. Every row is read after the call.
   */
  find: <Row extends Keyed>(statement: Statement, key: string) => Promise<Row | undefined>
  /**
   * Runs a prepared statement for callers that each pass one row of arguments: the callers of one event loop turn share
   * a statement, whose parameters are the columns, as arrays. It unnests them WITH ORDINALITY and returns the row
   * number as `n`, from 1. One flush to disk then serves all callers.
   */
  batch: <Row extends Numbered>(statement: Statement, row: unknown[]) => Promise<Row | undefined>
  /**
   * Runs `work` in a transaction. If PostgreSQL aborts it because of a deadlock or a conflict, it is retried up to
   * three times, so `work` may run more than once and must have no effect outside `tx`.
   */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Tells of each statement from here on that takes longer than the limit of `openDatabase`. One listener at a time. */
  onSlowStatement: (listener: (slow: SlowStatement) => void) => void
  close: () => Promise<void>
}

export interface Keyed {
  key: string
}

export interface Numbered {
  /** A bigint, which the driver returns as text. */
  n: string
}

/** A larger batch would make its callers wait for each other's rows. */
const largestBatch = 64

interface Batch {
  keys: Set<string>
  rows: Promise<Map<string, Keyed>>
}

/**
 * Under load the fixed cost of a statement is several times that of its row, so callers that would wait for a
 * connection share a statement; a single call does not wait.
 */
const createFind = (query: Database['query']): Database['find'] => {
  const open = new Map<Statement, Batch>()

  const start = (statement: Statement): Batch => {
    const keys = new Set<string>()
    const rows = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      // Callers from here on must not get a row that was read before their call.
      if (open.get(statement)?.keys === keys) open.delete(statement)
      const found = await query<Keyed>(statement, [[...keys]])
      return new Map(found.map((row) => [row.key, row]))
    })
    return { keys, rows }
  }

  return async <Row extends Keyed>(statement: Statement, key: string) => {
    let batch = open.get(statement)
    if (!batch || batch.keys.size >= largestBatch) {
      batch = start(statement)
      open.set(statement, batch)
    }
    batch.keys.add(key)
    return (await batch.rows).get(key) as Row | undefined
  }
}

interface OpenBatch {
  rows: unknown[][]
  found: Promise<Map<string, Numbered>>
}

const columnsOf = (rows: unknown[][]): unknown[][] => rows[0]!.map((_, index) => rows.map((row) => row[index]))

const createBatch = (query: Database['query']): Database['batch'] => {
  const open = new Map<Statement, OpenBatch>()

  const start = (statement: Statement): OpenBatch => {
    const rows: unknown[][] = []
    const found = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      if (open.get(statement)?.rows === rows) open.delete(statement)
      const results = await retrying(() => query<Numbered>(statement, columnsOf(rows)))
      return new Map(results.map((row) => [row.n, row]))
    })
    return { rows, found }
  }

  return async <Row extends Numbered>(statement: Statement, row: unknown[]) => {
    let batch = open.get(statement)
    if (!batch || batch.rows.length >= largestBatch) {
      batch = start(statement)
      open.set(statement, batch)
    }
    const n = batch.rows.push(row)
    return (await batch.found).get(String(n)) as Row | undefined
  }
}

/** Number of retries of a transaction after a conflict. */
const RETRIES = 3

/** Maximum random pause before a retry, so that conflicting transactions do not meet again. Milliseconds. */
const LONGEST_PAUSE = 50

const retrying = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let retry = 1; retry <= RETRIES; retry += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error)) throw error
      await pause(randomInt(LONGEST_PAUSE * retry))
    }
  }
  return run()
}

/** Time limit of a statement, in milliseconds. */
const STATEMENT_TIMEOUT = 30_000

export interface DatabaseAddress {
  /** The connection string for transactions. */
  url: string
  /** The address without the pooler; the same as `url` if there is none. */
  directUrl?: string
}

/**
 * Opens a pool of connections; nothing is sent until the first query, which fails if it gets none for `waitSeconds`.
 * Statements that take `slowAfter` milliseconds are told to the listener of `onSlowStatement`.
 *
 * If `directUrl` differs from `url`, `url` is a pooler in transaction mode, which shares sessions between clients, so
 * there are no start-up parameters and no named prepared statements.
 * https://www.pgbouncer.org/features.html
 */
export const openDatabase = (
  { url, directUrl = url }: DatabaseAddress,
  poolSize: number,
  { waitSeconds = 5, slowAfter = Infinity }: { waitSeconds?: number; slowAfter?: number } = {},
): Database => {
  const isPooled = directUrl !== url
  const { Client, listen } = createTimedClient(slowAfter)
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: waitSeconds * 1000,
    verify: refuseReplica,
    // Compiling a statement takes longer than any of these runs. It is off by default only from PostgreSQL 19 on.
    ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT, options: '-c jit=off' }),
    application_name: 'openauth',
    keepAlive: true,
  })
  // A connection that breaks emits 'error', idle or not; without listeners that would end the process. The pool replaces the
  // connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), omit: { user: { passwordHash: true } } })
  // Literals without a spread: one with a spread gets a new hidden class, and so slow property reads, at each call.
  const query: Database['query'] = async ({ name, text }, values) =>
    (await pool.query(isPooled ? { text, values } : { name, text, values })).rows
  return {
    prisma: prisma as unknown as PrismaClient,
    pool,
    directUrl,
    query,
    find: createFind(query),
    batch: createBatch(query),
    onSlowStatement: listen,
    transaction: (work) =>
      retrying(() => prisma.$transaction((tx) => work(tx as unknown as Tx), { timeout: 20_000, maxWait: 10_000 })),
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}

/**
 * The database as code sees it that runs inside a transaction which others began: what it changes by Prisma belongs to that
 * transaction, and is there or not together with it. Statements of hot paths stay outside.
 */
export const databaseIn = (db: Database, tx: Tx): Database => ({
  ...db,
  prisma: tx as PrismaClient,
  transaction: (work) => work(tx),
})

/** Whether Prisma's driver reports it, as it does of raw statements (P2010). */
const isRawUniqueViolation = ({ code, meta }: Prisma.PrismaClientKnownRequestError): boolean => {
  const { driverAdapterError } = (meta ?? {}) as { driverAdapterError?: { cause?: { kind?: unknown } } }
  return code === 'P2010' && driverAdapterError?.cause?.kind === 'UniqueConstraintViolation'
}

/** Whether a write failed because a row with the same unique key exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2002' || isRawUniqueViolation(error))) ||
  (error instanceof pg.DatabaseError && error.code === '23505')

/** Whether a write failed because a row that it refers to is gone. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003') ||
  (error instanceof pg.DatabaseError && error.code === '23503')

/**
 * Whether PostgreSQL aborted a transaction because of concurrent ones: 40001 serialization_failure and 40P01
 * deadlock_detected (PostgreSQL appendix A), as reported by Prisma, its driver adapter or the driver.
 */
const isConflict = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, kind, cause, meta } = error as Record<string, unknown> & { meta?: { driverAdapterError?: unknown } }
  if (code === 'P2034' || code === '40001' || code === '40P01' || kind === 'TransactionWriteConflict') return true
  return isConflict(cause) || isConflict(meta?.driverAdapterError)
}

export { Prisma, type PrismaClient }
export type * from './generated/prisma/models.ts'

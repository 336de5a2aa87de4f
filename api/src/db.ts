import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
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
  /** The connection string for what needs a session of its own, such as LISTEN. It never leads through a pooler. */
  directUrl: string
  /** Runs a statement of the hot paths on the pool that Prisma uses too; prepared, unless a pooler is in between. */
  query: <Row extends pg.QueryResultRow>(statement: Statement, values: unknown[]) => Promise<Row[]>
  /**
   * Runs a prepared statement over many keys, `= ANY($1)`, for callers that each ask for one: those of one turn of the
   * event loop share a statement. Each row has its `key`. Every row is read after it was asked for.
   */
  find: <Row extends Keyed>(statement: Statement, key: string) => Promise<Row | undefined>
  /**
   * Runs a prepared statement for callers that each have one row of arguments: those of one turn of the event loop share
   * a statement, whose parameters are the columns, as arrays. It unnests them WITH ORDINALITY and tells by `n`, from 1,
   * whose each row is. One flush to disk then serves them all.
   */
  batch: <Row extends Numbered>(statement: Statement, row: unknown[]) => Promise<Row | undefined>
  /**
   * Everything in `work` happens, or nothing does. Where PostgreSQL undoes it to end a deadlock or a conflict, it is begun
   * anew, up to three times: `work` may run more than once, and leaves no trace but in `tx`.
   */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export interface Keyed {
  key: string
}

export interface Numbered {
  /** A bigint, which the driver gives as text. */
  n: string
}

/** More keys than this in a statement would keep their callers waiting for each other's rows. */
const largestBatch = 64

interface Batch {
  keys: Set<string>
  rows: Promise<Map<string, Keyed>>
}

/**
 * Under load the statement costs several times what its row does, so that callers who would wait for a connection
 * anyway go together; a call alone waits for nobody.
 */
const createFind = (query: Database['query']): Database['find'] => {
  const open = new Map<Statement, Batch>()

  const start = (statement: Statement): Batch => {
    const keys = new Set<string>()
    const rows = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      // Whoever asks from here on is not answered with a row that was read before.
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

/** How often a transaction that lost a conflict is retried. */
const RETRIES = 3

/** The pause before each, at most; at random, so that those who met do not meet again. Milliseconds. */
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

/** How long a statement may take. Milliseconds. */
const STATEMENT_TIMEOUT = 30_000

export interface DatabaseAddress {
  /** The connection string for transactions. */
  url: string
  /** Past the pooler; the same as `url` where there is none. */
  directUrl?: string
}

/**
 * Opens a pool of connections; nothing is sent until the first query.
 *
 * Where `directUrl` differs from `url`, `url` is taken for a pooler in transaction mode: a session is shared with other
 * clients there, so that it has neither start-up parameters nor statements prepared by name.
 * https://www.pgbouncer.org/features.html
 */
export const openDatabase = ({ url, directUrl = url }: DatabaseAddress, poolSize: number): Database => {
  const isPooled = directUrl !== url
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT }),
    application_name: 'openauth',
    keepAlive: true,
  })
  // An idle connection that breaks says so here; without a listener it would end the process. The pool replaces it.
  pool.on('error', () => {})
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), omit: { user: { passwordHash: true } } })
  const query: Database['query'] = async ({ name, text }, values) =>
    (await pool.query({ ...(isPooled ? {} : { name }), text, values })).rows
  return {
    prisma: prisma as unknown as PrismaClient,
    pool,
    directUrl,
    query,
    find: createFind(query),
    batch: createBatch(query),
    transaction: (work) =>
      retrying(() => prisma.$transaction((tx) => work(tx as unknown as Tx), { timeout: 20_000, maxWait: 10_000 })),
    close: async () => {
      await prisma.$disconnect()
      if (!pool.ended) await pool.end()
    },
  }
}

/** Whether a write failed because a row with the same unique key exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') ||
  (error instanceof pg.DatabaseError && error.code === '23505')

/**
 * Whether PostgreSQL ended a transaction because of others at the same moment: 40001 serialization_failure and 40P01
 * deadlock_detected (PostgreSQL appendix A), in the words of Prisma, its driver adapter or the driver.
 */
const isConflict = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { code, kind, cause, meta } = error as Record<string, unknown> & { meta?: { driverAdapterError?: unknown } }
  if (code === 'P2034' || code === '40001' || code === '40P01' || kind === 'TransactionWriteConflict') return true
  return isConflict(cause) || isConflict(meta?.driverAdapterError)
}

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

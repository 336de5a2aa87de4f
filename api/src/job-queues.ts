import { createPostgresBackend, Queue, runMigrations, Worker } from 'bullmq'
import type { JobsReport } from '@openauth/client'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { within } from './lib/within.ts'

export interface QueueOptions {
  /** Not a pooler's address: each connection has its own search path, and some listen. */
  databaseUrl: string
  /** How long a query waits for a connection, in seconds. */
  databaseWait: number
  log: FastifyBaseLogger
  /** By job name. */
  handlers: Record<string, (payload: never, signal: AbortSignal) => Promise<void>>
  /** Maximum concurrent jobs of one kind in this process. */
  concurrency: number
  /** Called at the end of each attempt. */
  onAttempt: (kind: string, outcome: 'done' | 'retried' | 'failed') => void
  /** Delay before the second attempt, in milliseconds; doubled before the third. */
  retryAfter: number
  /** Milliseconds after the last sign of life of a server until its job is taken over. */
  lockedFor: number
}

export interface OpenQueues {
  add: (name: string, key: string, payload: object) => Promise<void>
  /** Counts the jobs of each kind and lists those that failed for good. */
  report: () => Promise<JobsReport>
  /** The same counts by kind and state, with the age of the oldest job that waits. */
  counts: () => Promise<JobCounts[]>
  /** Gives a job that failed for good all attempts again; false where there is none. */
  retry: (name: string, id: string) => Promise<boolean>
  close: () => Promise<void>
}

const TRIES = 3
/** Retention of a job that failed for good, in seconds. */
const KEEP_FAILED = 86_400
const SWEEP_EVERY = 60 * 60_000
/**
 * When the server stops, running jobs get this long to end, and then LAST_PATIENCE to react to their signal.
 * Milliseconds.
 */
const PATIENCE = 5000
const LAST_PATIENCE = 1000
/** The schema of BullMQ's tables. BullMQ migrates them under an advisory lock, so one of several instances does it. */
const SCHEMA = 'bullmq'

/** BullMQ's classes are typed by backend; these parts are not. */
type AnyQueue = Pick<Queue, 'add' | 'getJob' | 'clean' | 'close' | 'waitUntilReady'>
type AnyWorker = Pick<Worker, 'close' | 'waitUntilReady'>

/** One pool for all queues; each worker uses one connection to listen. */
const openPool = (connectionString: string, kinds: number, waitSeconds: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    onConnect: (client) => client.query(`SET search_path TO ${SCHEMA}`),
    max: kinds + 3,
    connectionTimeoutMillis: waitSeconds * 1000,
    statement_timeout: 30_000,
    application_name: 'openauth jobs',
    keepAlive: true,
  })
  // A broken connection emits 'error', idle or not; without listeners that would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const migrate = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    await runMigrations(client, SCHEMA)
  } finally {
    client.release()
  }
}

/** Failed jobs that a report lists. */
const LISTED = 100

const instant = (milliseconds: string | null): Date | null =>
  milliseconds === null ? null : new Date(Number(milliseconds))

/** Reads BullMQ's table, of which each state has an index. */
const readReport = async (pool: pg.Pool, kinds: string[]): Promise<JobsReport> => {
  const counted = await pool.query<{ queue: string; state: string; count: number; next: string | null }>(
    'SELECT queue, state::text AS state, count(*)::int AS count, min(process_at_ms) AS next FROM job WHERE queue = ANY($1) GROUP BY 1, 2',
    [kinds],
  )
  const failed = await pool.query<Record<string, string> & { attempts_made: number }>(
    `SELECT queue, id, failed_reason, attempts_made, added_at_ms, finished_at_ms FROM job
     WHERE state = 'failed' AND queue = ANY($1) ORDER BY finished_at_ms DESC LIMIT ${LISTED}`,
    [kinds],
  )
  const of = (kind: string, state: string) => counted.rows.find((row) => row.queue === kind && row.state === state)
  const count = (kind: string, state: string) => of(kind, state)?.count ?? 0
  return {
    kinds: kinds.map((kind) => ({
      kind,
      waiting: count(kind, 'waiting'),
      active: count(kind, 'active'),
      delayed: count(kind, 'delayed'),
      failed: count(kind, 'failed'),
      nextRunAt: instant(of(kind, 'delayed')?.next ?? null),
    })),
    failed: failed.rows.map((row) => ({
      id: row['id']!,
      kind: row['queue']!,
      error: row['failed_reason'] ?? null,
      attempts: row.attempts_made,
      createdAt: instant(row['added_at_ms']!)!,
      failedAt: instant(row['finished_at_ms']!)!,
    })),
  }
}

/** Jobs of one kind. */
export interface JobCounts {
  kind: string
  waiting: number
  active: number
  delayed: number
  failed: number
  /** Age in seconds of the oldest job that waits for a worker; 0 where none does. */
  oldestAge: number
}

const readCounts = async (pool: pg.Pool, kinds: string[]): Promise<JobCounts[]> => {
  const { rows } = await pool.query<{ queue: string; state: string; count: number; age: number }>(
    `SELECT queue, state::text AS state, count(*)::int AS count,
       greatest(0, extract(epoch FROM now()) - min(added_at_ms) / 1000.0)::float8 AS age
     FROM job WHERE queue = ANY($1) GROUP BY 1, 2`,
    [kinds],
  )
  return kinds.map((kind) => {
    const of = (state: string) => rows.find((row) => row.queue === kind && row.state === state)
    const count = (state: string) => of(state)?.count ?? 0
    return {
      kind,
      waiting: count('waiting'),
      active: count('active'),
      delayed: count('delayed'),
      failed: count('failed'),
      oldestAge: of('waiting')?.age ?? 0,
    }
  })
}

/** A job that is not in the state of failure, such as one that another operator retries, counts as missing. */
const retryFailed = async (queue: AnyQueue | undefined, id: string): Promise<boolean> => {
  const job = await queue?.getJob(id)
  if (!job || !(await job.isFailed())) return false
  await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
  return true
}

type OnError = (error: Error) => void

const openQueue = (name: string, connection: pg.Pool, onError: OnError): AnyQueue =>
  // No reader uses the events, so their table is kept short.
  new Queue(name, { connection, streams: { events: { maxLen: 100 } } }, createPostgresBackend).on('error', onError)

interface WorkerOptions extends Pick<QueueOptions, 'handlers' | 'concurrency' | 'lockedFor' | 'log' | 'onAttempt'> {
  connection: pg.Pool
  stopping: AbortSignal
  onError: OnError
}

const openWorker = (name: string, options: WorkerOptions): AnyWorker => {
  const { handlers, concurrency, lockedFor, log, onAttempt, connection, stopping, onError } = options
  const work = ({ data }: { data: unknown }) => handlers[name]!(data as never, stopping)
  const times = { lockDuration: lockedFor, stalledInterval: lockedFor }
  const worker = new Worker(name, work, { connection, concurrency, ...times }, createPostgresBackend)
  worker.on('error', onError)
  worker.on('completed', () => onAttempt(name, 'done'))
  worker.on('failed', (job, { message: reason }) => {
    const over = job !== undefined && job.attemptsMade >= TRIES
    onAttempt(name, over ? 'failed' : 'retried')
    log[over ? 'warn' : 'debug']({ job: name, key: job?.deduplicationId, reason }, 'a job failed')
  })
  return worker
}

/**
 * Opens a queue and a worker per kind of job, on a separate pool. Rejects if the database is unavailable; afterwards
 * they recover from a lost database by themselves. https://docs.bullmq.io
 */
export const openQueues = async (options: QueueOptions): Promise<OpenQueues> => {
  const { databaseUrl, databaseWait, log, handlers, retryAfter } = options
  const stopping = new AbortController()
  const names = Object.keys(handlers)
  const connection = openPool(databaseUrl, names.length, databaseWait)
  const queues = new Map<string, AnyQueue>()
  const workers: AnyWorker[] = []
  const noteError = (err: Error) => log.warn({ err }, 'a job queue reported an error')

  const sweep = () =>
    [...queues.values()].map((queue) => queue.clean(KEEP_FAILED * 1000, 1000, 'failed').catch(noteError))
  const sweeping = setInterval(sweep, SWEEP_EVERY).unref()

  const close = async (): Promise<void> => {
    clearInterval(sweeping)
    const ended = Promise.all(workers.map((worker) => worker.close()))
    await within(ended, PATIENCE)
    stopping.abort()
    await within(ended, LAST_PATIENCE)
    await within(Promise.all([...queues.values()].map((queue) => queue.close())), LAST_PATIENCE)
    await within(connection.end(), LAST_PATIENCE)
  }

  try {
    await migrate(connection)
    for (const name of names) queues.set(name, openQueue(name, connection, noteError))
    const forWorkers = { ...options, connection, stopping: stopping.signal, onError: noteError }
    for (const name of names) workers.push(openWorker(name, forWorkers))
    // Both remember a failed start permanently, so such queues are closed and opened again.
    await Promise.all([...queues.values(), ...workers].map((each) => each.waitUntilReady()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    add: async (name, key, payload) => {
      await queues.get(name)!.add(name, payload, {
        deduplication: { id: key, keepLastIfActive: true },
        attempts: TRIES,
        backoff: { type: 'exponential', delay: retryAfter },
        removeOnComplete: true,
        removeOnFail: { age: KEEP_FAILED },
      })
    },
    report: () => readReport(connection, names),
    counts: () => readCounts(connection, names),
    retry: (name, id) => retryFailed(queues.get(name), id),
    close,
  }
}

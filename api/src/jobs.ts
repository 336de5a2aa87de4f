import type { JobCounts, OpenQueues, QueueOptions } from './job-queues.ts'
import { counter } from './lib/metrics/counters.ts'
import { within } from './lib/within.ts'

const attempts = counter(
  'openauth_jobs_total',
  'Attempts of background jobs on this server, by kind and outcome: `done`, `retried` later, or `failed` for good.',
  'kind',
  'outcome',
)

/** The payload of each kind of job. It is stored as JSON, and another version of this server may handle it. */
type Payloads = Record<string, object>

export type JobHandlers<P extends Payloads> = {
  /** Done when it resolves; when it throws, tried again. The message of what it throws is stored. */
  [N in keyof P]: (payload: P[N], signal: AbortSignal) => Promise<void>
}

export interface Jobs<P extends Payloads> {
  /** Stores a job. One job per kind and key waits at a time; the latest follows a running one. */
  enqueue: <N extends keyof P & string>(name: N, key: string, payload: P[N]) => Promise<void>
  /** Counts the jobs of each kind and lists those that failed for good. */
  report: OpenQueues['report']
  /** Gives a job that failed for good all attempts again; false where there is none. */
  retry: OpenQueues['retry']
  /** Starts on the jobs of other instances. A server that enqueues starts implicitly. */
  start: () => void
  /** How many jobs of each kind failed for good in the last day; empty while the queues are not open. */
  failed: () => Promise<Record<string, number>>
  /** Counts by kind and state; undefined while the queues are not open. Throws where the database does not answer. */
  counts: () => Promise<JobCounts[] | undefined>
  /** `open`: this server works on jobs. `opening`: it cannot yet. `off`: nobody has started it. */
  state: () => 'off' | 'opening' | 'open'
  /** Waits a short time for running jobs; the next instance retries the rest. */
  close: () => Promise<void>
}

/** The jobs of one kind, for code that enqueues no other. */
export interface Enqueue<N extends string, T extends object> {
  enqueue: (name: N, key: string, payload: T) => Promise<void>
}

/** What operators do with jobs. */
export type JobControl = Pick<Jobs<Payloads>, 'report' | 'retry'>

export type JobsOptions<P extends Payloads> = Pick<QueueOptions, 'databaseUrl' | 'log'> &
  Partial<Pick<QueueOptions, 'concurrency' | 'retryAfter' | 'lockedFor' | 'databaseWait'>> & {
    handlers: JobHandlers<P>
  }

const defaults = { databaseWait: 5, concurrency: 2, retryAfter: 15_000, lockedFor: 30_000 }

/** Delay before another attempt to open the queues, in milliseconds. */
const OPEN_AGAIN_AFTER = 5000
/** How long closing waits for calls, in milliseconds. */
const PATIENCE = 1000

/**
 * Jobs that outlive their request and process, in the server's own PostgreSQL: one queue per kind, so that an instance
 * never takes a job of a kind that it lacks. Three attempts; another instance repeats the job of a killed one about a
 * minute later. Nothing is loaded or opened before the first job or `start`.
 */
export const createJobs = <P extends Payloads>(options: JobsOptions<P>): Jobs<P> => {
  let opening: Promise<OpenQueues> | undefined
  let isStarted = false
  let isOpen = false
  let openAgain: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined
  const calls = new Set<Promise<unknown>>()

  const ensureOpen = (): Promise<OpenQueues> => {
    if (closing) return Promise.reject(new Error('The job queues are closed'))
    isStarted = true
    // Loaded on demand, because BullMQ takes longer to load than a start should.
    const load = async () => {
      const queues = await (
        await import('./job-queues.ts')
      ).openQueues({ ...defaults, ...options, onAttempt: attempts.count })
      isOpen = true
      return queues
    }
    opening ??= load().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const start = (): void => {
    ensureOpen().catch((err: unknown) => {
      if (closing) return
      options.log.warn({ err }, 'the job queues could not be opened')
      openAgain = setTimeout(start, OPEN_AGAIN_AFTER).unref()
    })
  }

  /** Calls the opened queues; closing waits for the call. */
  const call = async <T>(use: (queues: OpenQueues) => Promise<T>): Promise<T> => {
    const result = ensureOpen().then(use)
    calls.add(result)
    return result.finally(() => calls.delete(result))
  }

  const close = async (): Promise<void> => {
    clearTimeout(openAgain)
    const opened = await opening?.catch(() => undefined)
    await within(Promise.allSettled(calls), PATIENCE)
    await opened?.close()
  }

  return {
    start,
    enqueue: (name, key, payload) => call((queues) => queues.add(name, key, payload)),
    report: () => call((queues) => queues.report()),
    retry: (name, id) => call((queues) => queues.retry(name, id)),
    failed: async () => {
      const report = await (await opening?.catch(() => undefined))?.report()
      return Object.fromEntries((report?.kinds ?? []).map(({ kind, failed }) => [kind, failed]))
    },
    counts: async () => (isOpen ? call((queues) => queues.counts()) : undefined),
    state: () => (isOpen ? 'open' : isStarted ? 'opening' : 'off'),
    close: () => (closing ??= close()),
  }
}

import type { OpenQueues, QueueOptions } from './job-queues.ts'

/** What each kind of job is given. It is stored as JSON, and may be handled by another version of this server. */
type Payloads = Record<string, object>

export type JobHandlers<P extends Payloads> = {
  /** Done when it resolves; when it throws, tried again. The message of what it throws is stored. */
  [N in keyof P]: (payload: P[N], signal: AbortSignal) => Promise<void>
}

export interface Jobs<P extends Payloads> {
  /** Stores a job. Of one kind and key one waits at a time; one that is being done is followed by the latest. */
  enqueue: <N extends keyof P & string>(name: N, key: string, payload: P[N]) => Promise<void>
  /** Takes up what other instances left. A server that enqueues does so by itself. */
  start: () => void
  /** Waits a moment for what is being done; the rest is left to the next instance. */
  close: () => Promise<void>
}

/** The jobs of one kind, for what enqueues no other. */
export interface Enqueue<N extends string, T extends object> {
  enqueue: (name: N, key: string, payload: T) => Promise<void>
}

export type JobsOptions<P extends Payloads> = Pick<QueueOptions, 'databaseUrl' | 'log'> &
  Partial<Pick<QueueOptions, 'concurrency' | 'retryAfter' | 'lockedFor'>> & { handlers: JobHandlers<P> }

const defaults = { concurrency: 2, retryAfter: 15_000, lockedFor: 30_000 }

/** Until another try to open the queues. Milliseconds. */
const OPEN_AGAIN_AFTER = 5000

/**
 * Work that outlives its request and its process, on the server's own PostgreSQL: a queue for each kind, so that an
 * instance never takes a job of a kind that it does not know. Three tries; what a killed instance was doing is done
 * again by another about a minute later. Nothing is loaded or opened before the first job or `start`.
 */
export const createJobs = <P extends Payloads>(options: JobsOptions<P>): Jobs<P> => {
  let opening: Promise<OpenQueues> | undefined
  let openAgain: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined

  const ensureOpen = (): Promise<OpenQueues> => {
    if (closing) return Promise.reject(new Error('The job queues are closed'))
    // Loaded now and not before: BullMQ takes longer to load than a start may wait.
    const load = async () => (await import('./job-queues.ts')).openQueues({ ...defaults, ...options })
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

  const close = async (): Promise<void> => {
    clearTimeout(openAgain)
    const opened = await opening?.catch(() => undefined)
    await opened?.close()
  }

  return {
    start,
    enqueue: async (name, key, payload) => (await ensureOpen()).add(name, key, payload),
    close: () => (closing ??= close()),
  }
}

import { within } from './within.ts'

export interface BackgroundWork {
  /** Starts work that no caller awaits. `failure` is logged with the error that it throws. After `stop` it does nothing. */
  start: (failure: string, work: (signal: AbortSignal) => Promise<void>) => void
  /** Does the same once per interval, in milliseconds, first after one interval. Runs may overlap. */
  repeat: (interval: number, failure: string, work: (signal: AbortSignal) => Promise<void>) => void
  /** Aborted by `stop`. Long work stops at its next step, by `signal.throwIfAborted()`. */
  signal: AbortSignal
  /** Starts no more work, and waits up to five seconds for the work that runs. */
  stop: () => Promise<void>
}

/** How long `stop` waits. A call to a chain's node may take longer. Milliseconds. */
const PATIENCE = 5000

/**
 * The work that a server does beside its requests. Await `stop` before the database is closed: work that goes on after that
 * would fail.
 */
export const createBackgroundWork = (log: { warn: (fields: object, message: string) => void }): BackgroundWork => {
  const running = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  let isClosed = false

  const start: BackgroundWork['start'] = (failure, work) => {
    if (signal.aborted) return
    const run: Promise<void> = work(signal)
      .catch((err: unknown) => {
        if (!isClosed && err !== signal.reason) log.warn({ err }, failure)
      })
      .finally(() => running.delete(run))
    running.add(run)
  }

  return {
    start,
    repeat: (interval, failure, work) => void timers.push(setInterval(() => start(failure, work), interval).unref()),
    signal,
    stop: async () => {
      stopping.abort()
      timers.forEach((timer) => clearInterval(timer))
      await within(Promise.all(running), PATIENCE)
      isClosed = true
    },
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { tryKernelLock } from '@openauth/kernel-lock'
import { EmbeddedPostgresError } from './errors.ts'

/** How long a start waits for the start of another process, such as initdb on a slow disk or a recovery. */
export const START_LOCK_WAIT_MS = 120_000
const RETRY_MS = 15

/**
 * Runs `action` while no other process of this machine does so for the same cluster.
 *
 * @param dataDir the cluster's directory; its parent exists
 * @param waitMs how long to wait for another holder before failing with `embedded_postgres_locked`
 * @param signal ends the wait
 */
export async function withLock<T>(
  dataDir: string,
  waitMs: number,
  action: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const release = await acquire(dataDir, Date.now() + waitMs, signal)
  try {
    return await action()
  } finally {
    await release()
  }
}

async function acquire(dataDir: string, deadline: number, signal?: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    signal?.throwIfAborted()
    const release = await tryKernelLock(dataDir, { purpose: 'postgres', file: `${dataDir}.lock` })
    if (release !== undefined) return release
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'embedded_postgres_locked',
        `Another process has been starting or stopping the database in ${dataDir} for too long. End it and try again.`,
      )
    }
    await delay(RETRY_MS)
  }
}

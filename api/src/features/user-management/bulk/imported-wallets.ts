import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../handler.ts'
import { Problem } from '../../../errors.ts'
import type { Enqueue } from '../../../jobs.ts'
import { withKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { makeWallets, type WalletReadNeeds } from '../../users/wallets.ts'

/** Users of an app whose wallets are to be made: those that one call of an import created. */
export interface WalletRequest {
  appId: string
  userIds: string[]
}

/** Makes the wallets of imported users before somebody needs them. */
export interface ImportedWallets {
  /** Queues new users. Never throws: whoever needs a wallet earlier makes it. */
  request: (jobs: Enqueue<'wallets', WalletRequest>, request: WalletRequest, log: Context['log']) => Promise<void>
  /** The job. It can be repeated: users that have wallets keep them. */
  make: (request: WalletRequest, signal: AbortSignal) => Promise<void>
}

/** After each user the job rests for so many times as long as that user took. */
const REST = 4
/** The job waits until no call of an import has come for so long. Milliseconds. */
const QUIET = 3000

const makeOne = async (needs: WalletReadNeeds, appId: string, userId: string): Promise<void> => {
  try {
    await makeWallets(needs, { appId, userId })
  } catch (error) {
    // Deleted since the import.
    if (!(error instanceof Problem) || error.code !== 'user_not_found') throw error
  }
}

/**
 * Works on one user at a time in this process, a fifth of the time, and not while an import runs: people wait for everything else
 * that the server does, and nobody for this.
 */
export const createImportedWallets = (needs: WalletReadNeeds): ImportedWallets => {
  let lastRequest = -Infinity
  const untilQuiet = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const rest = lastRequest + QUIET - performance.now()
      if (rest <= 0) return
      await pause(rest, undefined, { signal })
    }
  }
  return {
    request: (jobs, request, log) => {
      lastRequest = performance.now()
      return jobs
        .enqueue('wallets', request.userIds[0]!, request)
        .catch((err: unknown) => log.warn({ err, appId: request.appId }, 'wallets of imported users were not queued'))
    },
    make: async ({ appId, userIds }, signal) => {
      for (const userId of userIds)
        await withKeyedMutex('imported wallets', async () => {
          await untilQuiet(signal)
          signal.throwIfAborted()
          const started = performance.now()
          await makeOne(needs, appId, userId)
          await pause((performance.now() - started) * REST, undefined, { signal })
        })
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when the work has ended, and after this many milliseconds at the latest. A failure of the work rejects. */
export const within = async (work: Promise<unknown>, milliseconds: number): Promise<void> => {
  const over = new AbortController()
  const wait = sleep(milliseconds, undefined, { ref: false, signal: over.signal }).catch(() => {})
  await Promise.race([work, wait]).finally(() => over.abort())
}

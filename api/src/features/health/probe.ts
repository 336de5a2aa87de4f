import { setTimeout as sleep } from 'node:timers/promises'
import { withoutAddresses } from '../../lib/without-addresses.ts'

/** The answer to a question whether something answers. */
export interface Probe {
  latencyMs: number | null
  error: string | null
}

/** How long something may take to answer before it counts as silent. Milliseconds. */
const PATIENCE = 3_000

const silent = async (signal: AbortSignal): Promise<never> => {
  await sleep(PATIENCE, undefined, { signal, ref: false })
  throw new Error(`No answer within ${PATIENCE / 1000} seconds`)
}

/** Asks once and takes the time. Never throws. */
export const probe = async (ask: () => Promise<unknown>): Promise<Probe> => {
  const start = performance.now()
  const answered = new AbortController()
  try {
    await Promise.race([ask(), silent(answered.signal)])
    return { latencyMs: Math.round((performance.now() - start) * 10) / 10, error: null }
  } catch (error) {
    return { latencyMs: null, error: withoutAddresses((error as Error).message).slice(0, 300) }
  } finally {
    answered.abort()
  }
}

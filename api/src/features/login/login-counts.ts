import type { LoginMethod } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { LimitExceededError } from '../../lib/attempt-counters.ts'
import { counter } from '../../lib/metrics/counters.ts'

const logins = counter(
  'openauth_logins_total',
  'Logins by method and outcome: `ok`, `refused` for what a person showed, `limited` by attempts, `unavailable` where the method itself or the server failed.',
  'method',
  'outcome',
)

/** Refusals that are the fault of the method's settings or of who is behind it. */
const unavailable = new Set(['method_not_configured'])

const outcomeOf = (error: unknown): string => {
  if (error instanceof LimitExceededError) return 'limited'
  if (!(error instanceof Problem)) return 'unavailable'
  if (error.code === 'too_many_attempts') return 'limited'
  return error.isOfServer || unavailable.has(error.code) ? 'unavailable' : 'refused'
}

const totals = { ok: 0, failed: 0 }

const count = (method: LoginMethod, outcome: string): void => {
  logins.expect([method, 'ok'], [method, 'refused'], [method, 'limited'], [method, 'unavailable'])
  logins.count(method, outcome)
  totals[outcome === 'ok' ? 'ok' : 'failed'] += 1
}

/** Counts a login that has a session. */
export const countLogin = (method: LoginMethod): void => count(method, 'ok')

/** Counts a login that threw. */
export const countFailedLogin = (method: LoginMethod, error: unknown): void => count(method, outcomeOf(error))

/** How many logins this process has seen since it started, and how many of them failed. */
export const loginTotals = (): { ok: number; failed: number } => ({ ...totals })

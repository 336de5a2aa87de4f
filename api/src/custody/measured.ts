import { counter, histogram, secondsSince } from '../lib/metrics/counters.ts'
import { spans } from '../lib/tracing/spans.ts'
import type { Custody } from './custody.ts'
import { CustodyError } from './errors.ts'

const calls = counter(
  'openauth_signer_calls_total',
  'Calls to the signer by name and outcome: `ok`, `refused`, or `unavailable` where the signer or its key service does not answer.',
  'call',
  'outcome',
)

/** Upper ends in seconds, from a signature in this process to the limit of long calls. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 45]

const durations = histogram(
  {
    name: 'openauth_signer_call_duration_seconds',
    help: 'Time of calls to the signer, whichever process it is in.',
    labels: ['call'],
  },
  BOUNDS,
)

const outcomeOf = (error: unknown): string =>
  error instanceof CustodyError && ['signer_unavailable', 'backend_unavailable'].includes(error.code)
    ? 'unavailable'
    : 'refused'

type Call = (...args: unknown[]) => Promise<unknown>

const measured = (name: string, call: Call): Call => {
  calls.expect([name, 'ok'], [name, 'refused'], [name, 'unavailable'])
  return async (...args) => {
    const start = performance.now()
    const end = spans.begin?.(`signer ${name}`, { 'rpc.system.name': 'openauth_signer', 'rpc.method': name })
    try {
      const answer = await call(...args)
      calls.count(name, 'ok')
      end?.()
      return answer
    } catch (error) {
      calls.count(name, outcomeOf(error))
      end?.(error)
      throw error
    } finally {
      durations.of(name).observe(secondsSince(start))
    }
  }
}

const measureCalls = <T extends object>(of: T, prefix: string): T =>
  Object.fromEntries(
    Object.entries(of).map(([name, member]: [string, unknown]) => [
      name,
      typeof member === 'function' ? measured(`${prefix}${name}`, member as Call) : member,
    ]),
  ) as T

/** The same custody, with its calls counted and timed by name. Never by argument. */
export const measureCustody = ({ close, wallets, ...others }: Custody): Custody => ({
  ...measureCalls(others, ''),
  wallets: measureCalls(wallets, 'wallets.'),
  close,
})

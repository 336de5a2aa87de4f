import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  timeout,
  TimeoutStrategy,
} from 'cockatiel'
import { counter } from './metrics/counters.ts'
import { FetchRefusedError } from './safe-fetch.ts'

/** The system errors of one failed connection, which may have tried several addresses (RFC 8305). */
export const connectionErrors = (error: unknown): NodeJS.ErrnoException[] => {
  const cause = error instanceof TypeError ? error.cause : undefined
  return cause instanceof AggregateError
    ? (cause.errors as NodeJS.ErrnoException[])
    : cause instanceof Error
      ? [cause]
      : []
}

/** Whether the failure precedes any connection: a code that has been sent must not be sent again. */
const nothingWasSent = (error: unknown): boolean => {
  const errors = connectionErrors(error)
  const before = ({ syscall, code }: NodeJS.ErrnoException) =>
    syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT'
  return errors.length > 0 && errors.every(before)
}

/** The caller aborted the call; not a failure of the provider. */
export class CallAbortedError extends Error {}

const opened = counter(
  'openauth_outbound_circuits_opened_total',
  'How often calls to a login provider, or another address outside, were suspended after several failures in a row.',
).of()

/** Milliseconds and counts. */
export interface CircuitOptions {
  timeoutMs: number
  failuresToOpen: number
  openForMs: number
  callsAtATime: number
  /** Further calls are refused at once. */
  callsWaiting: number
}

/** Throws what the call throws, or cockatiel's errors if it was refused or timed out. */
export type Circuit = (call: (signal: AbortSignal) => Promise<Response>, caller?: AbortSignal) => Promise<Response>

/** The policies of all calls to one address: concurrency limit, timeout, circuit breaker and retry. */
export const createCircuit = (options: CircuitOptions): Circuit => {
  const { timeoutMs, failuresToOpen, openForMs, callsAtATime, callsWaiting } = options
  const slots = bulkhead(callsAtATime, callsWaiting)
  const deadline = timeout(timeoutMs, TimeoutStrategy.Aggressive)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof CallAbortedError) && !(error instanceof FetchRefusedError)),
    { halfOpenAfter: openForMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  )
  breaker.onBreak(() => (opened.value += 1))
  const again = retry(handleWhen(nothingWasSent), { maxAttempts: 1, backoff: new ConstantBackoff(100) })
  return (call, caller) =>
    // The wait for a slot is part of the deadline but does not count as a failure of the provider.
    deadline.execute(
      ({ signal }) =>
        slots.execute(() => {
          if (signal.aborted) throw new CallAbortedError()
          return breaker.execute(() => again.execute(() => call(signal)))
        }),
      caller,
    )
}

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

/** The system's errors of one failed connection, which may have tried several addresses (RFC 8305). */
export const connectionErrors = (error: unknown): NodeJS.ErrnoException[] => {
  const cause = error instanceof TypeError ? error.cause : undefined
  return cause instanceof AggregateError
    ? (cause.errors as NodeJS.ErrnoException[])
    : cause instanceof Error
      ? [cause]
      : []
}

/** Only a failure before a connection stood: a code that has gone out must not be posted a second time. */
const nothingWasSent = (error: unknown): boolean => {
  const errors = connectionErrors(error)
  const before = ({ syscall, code }: NodeJS.ErrnoException) =>
    syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT'
  return errors.length > 0 && errors.every(before)
}

/** Nobody waits for the call any more, which says nothing about the provider. */
export class CallAbortedError extends Error {}

/** Milliseconds and counts. */
export interface CircuitOptions {
  timeoutMs: number
  failuresToOpen: number
  openForMs: number
  callsAtATime: number
  /** More than these are refused at once. */
  callsWaiting: number
}

/** Throws what the call throws, or cockatiel's errors where it was not made or not awaited. */
export type Circuit = (call: (signal: AbortSignal) => Promise<Response>, caller?: AbortSignal) => Promise<Response>

/** What runs every call to one address: refused, given up, counted and perhaps made again. */
export const createCircuit = (options: CircuitOptions): Circuit => {
  const { timeoutMs, failuresToOpen, openForMs, callsAtATime, callsWaiting } = options
  const slots = bulkhead(callsAtATime, callsWaiting)
  const deadline = timeout(timeoutMs, TimeoutStrategy.Aggressive)
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof CallAbortedError)),
    { halfOpenAfter: openForMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  )
  const again = retry(handleWhen(nothingWasSent), { maxAttempts: 1, backoff: new ConstantBackoff(100) })
  return (call, caller) =>
    // The wait for a slot is part of the deadline, and being in line says nothing about the provider.
    deadline.execute(
      ({ signal }) =>
        slots.execute(() => {
          if (signal.aborted) throw new CallAbortedError()
          return breaker.execute(() => again.execute(() => call(signal)))
        }),
      caller,
    )
}

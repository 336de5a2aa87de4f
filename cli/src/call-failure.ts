import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import { exitCodes, failed, Failure, notSignedIn } from './failure.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers on that port. Is the server running?',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached from here',
  ENETUNREACH: 'there is no network to that host',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'the connection was cut',
}

/** Fetch says "fetch failed" and hides the reason in its cause, or in several where a name has several addresses. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the server took too long to answer'
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && reasons[code]) return reasons[code]
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** What an operator is told of a call that failed. */
export const callFailure = (error: unknown, endpoint: string): unknown => {
  if (!(error instanceof ApiError)) return error
  const { status, code, requestId } = error
  if (status === 0) return failed(`Cannot reach ${endpoint}: ${reasonOf(error.cause)}`)
  if (status === 401 && code !== 'invalid_admin_login')
    return new Failure(exitCodes.notSignedIn, notSignedIn(endpoint).message, { requestId })
  const message =
    error.message === UNKNOWN_ERROR
      ? `${endpoint} answered with HTTP ${status} and no message. Is it an OpenAuth server?`
      : error.message
  const details = error.issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
  const exitCode = code === 'invalid_input' ? exitCodes.wrongUse : exitCodes.failed
  return new Failure(exitCode, message, { details, requestId, code })
}

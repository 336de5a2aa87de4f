import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import { exitCodes, failed, Failure, notSignedIn } from './failure.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused. Is the server running?',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be looked up at the moment',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'the connection was closed',
}

/** Fetch's message is only "fetch failed"; the reason is in its cause, an AggregateError if the host has several addresses. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the server took too long to answer'
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && reasons[code]) return reasons[code]
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** The failure of a call whose credential the server does not accept. */
const refusedToken = ({ requestId }: ApiError, endpoint: string, isFromEnvironment: boolean): Failure => {
  const message = isFromEnvironment
    ? `${endpoint} does not accept the token in OPENAUTH_TOKEN. It must be an admin token that has not expired. Unset OPENAUTH_TOKEN and run: openauth login`
    : notSignedIn(endpoint).message
  return new Failure(exitCodes.notSignedIn, message, { requestId })
}

/**
 * Converts an error of a call into the Failure that the CLI prints. `isFromEnvironment`: the token is OPENAUTH_TOKEN, which
 * a login does not replace.
 */
export const callFailure = (error: unknown, endpoint: string, isFromEnvironment = false): unknown => {
  if (!(error instanceof ApiError)) return error
  const { status, code, requestId } = error
  if (status === 0) return failed(`Cannot reach ${endpoint}: ${reasonOf(error.cause)}`)
  if (status === 401 && code !== 'invalid_admin_login') return refusedToken(error, endpoint, isFromEnvironment)
  const message =
    error.message === UNKNOWN_ERROR
      ? `${endpoint} answered with HTTP ${status} and no message. Is it an OpenAuth server?`
      : error.message
  const details = error.issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
  const exitCode = code === 'invalid_input' ? exitCodes.wrongUse : exitCodes.failed
  return new Failure(exitCode, message, { details, requestId, code })
}

import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import type { ChosenApp } from './session.ts'
import { exitCodes, failed, Failure } from './failure.ts'

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

/** What a call was made with. */
export interface Called {
  endpoint: string
  /** OPENAUTH_TOKEN, if the call was made with it; a login does not replace it. */
  environmentToken: string | undefined
  /** The saved app, if the call is about it. */
  savedApp: ChosenApp | undefined
}

/** What a token says of itself, which only words a failure: its audience and its expiry (RFC 7519, section 4.1). */
const claimsOf = (token: string): { aud?: unknown; exp?: unknown } => {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
  } catch {
    return {}
  }
}

const whyRefused = (token: string): string => {
  const { aud, exp } = claimsOf(token)
  if (typeof exp === 'number' && exp * 1000 < Date.now()) return `: it expired at ${new Date(exp * 1000).toISOString()}`
  if (aud !== undefined && aud !== 'admin') return ": it is no admin's token"
  return ': its session has ended, or it is a token of another server'
}

/** The failure of a call whose credential the server does not accept. */
const refusedToken = ({ requestId }: ApiError, { endpoint, environmentToken }: Called): Failure => {
  const message = environmentToken
    ? `${endpoint} does not accept the token in OPENAUTH_TOKEN${whyRefused(environmentToken)}. Make another with: openauth login, then openauth auth token. Or unset OPENAUTH_TOKEN`
    : `${endpoint} does not accept the saved session: it has ended, or another server answers there now. Run: openauth login`
  return new Failure(exitCodes.notSignedIn, message, { requestId })
}

/** The failure for an operator without an accepted session, where the server may have no admin yet. */
export const signInFailure = (failure: Failure, endpoint: string, lacksAdmin: boolean): Failure =>
  lacksAdmin ? new Failure(exitCodes.notSignedIn, `${endpoint} has no admin yet. Run: openauth setup`) : failure

/** The message of an ApiError, and what to do next where the server cannot know that. */
const messageOf = ({ message, status, code }: ApiError, { endpoint, savedApp }: Called): string => {
  if (message === UNKNOWN_ERROR)
    return `${endpoint} answered with HTTP ${status} and no message. Is it an OpenAuth server?`
  return code === 'app_not_found' && savedApp
    ? `The saved app “${savedApp.name}” is not on ${endpoint}: it was deleted, or another server answers there now. Find an app with: openauth apps list. Save it with: openauth use <app>`
    : message
}

/** Converts an error of a call into the Failure that the CLI prints. */
export const callFailure = (error: unknown, called: Called): unknown => {
  if (!(error instanceof ApiError)) return error
  const { status, code, requestId } = error
  if (status === 0) return failed(`Cannot reach ${called.endpoint}: ${reasonOf(error.cause)}`)
  if (status === 401 && code !== 'invalid_admin_login') return refusedToken(error, called)
  const details = error.issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
  const exitCode = code === 'invalid_input' ? exitCodes.wrongUse : exitCodes.failed
  return new Failure(exitCode, messageOf(error, called), { details, requestId, code })
}

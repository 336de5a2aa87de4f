import type { Endpoint } from '@openauth/client'
import { ApiError, isServiceToken, looksLikeServiceToken, UNKNOWN_ERROR } from '@openauth/client/light'
import type { ChosenApp } from './session.ts'
import { exitCodes, failed, Failure } from './failure.ts'
import { version } from './version.ts'

/** The source of the admin token that a login saved. */
export const SAVED_SESSION = 'of the saved session'

const HTTP_THERE = 'what answers there speaks plain http, not https. Give the address with http://, or another port'
const TRUST = "NODE_EXTRA_CA_CERTS names a file with your own authority's certificate"

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
  HPE_INVALID_CONSTANT: 'what answers does not speak HTTP. Is the address right, with http:// or https://?',
  ERR_SSL_WRONG_VERSION_NUMBER: HTTP_THERE,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: HTTP_THERE,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed. ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is of an authority that is not known here. ${TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is of an authority that is not known here. ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is of an authority that is not known here. ${TRUST}`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
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

/** The failure of a request that had no answer. */
export const unreachable = (endpoint: string, error: unknown): Failure =>
  failed(`Cannot reach ${endpoint}: ${reasonOf(error)}`)

/** The bearer credential of a call. */
export interface Credential {
  kind: 'admin' | 'app' | 'user'
  value: string
  /** Where it is from, for failures: `in OPENAUTH_APP_SECRET`, `on standard input`, `of “My app”`. */
  source: string
}

/** What a call was made with. */
export interface Called {
  endpoint: string
  route: Pick<Endpoint, 'method' | 'path'>
  /** Undefined for public calls. */
  credential: Credential | undefined
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

/** What the server answers to a service token that has ended, and why. */
const endedTokens: Record<string, string> = {
  service_token_expired: 'it has expired',
  service_token_revoked: 'it was revoked, or its admin is gone',
}

/** The failure of a call with a service token that the server does not accept. */
const refusedServiceToken = (
  { code, requestId }: ApiError,
  endpoint: string,
  { value, source }: Credential,
): Failure => {
  const mistyped = isServiceToken(value) ? undefined : 'it is mistyped or cut off, as its last letters tell'
  const why = endedTokens[code ?? ''] ?? mistyped ?? 'it is of another server, or ended long ago'
  const remedy = 'Create another, signed in as an admin, with: openauth tokens create'
  return new Failure(
    exitCodes.notSignedIn,
    `${endpoint} does not accept the service token ${source}: ${why}. ${remedy}`,
    { requestId },
  )
}

const whyRefused = (token: string): string => {
  const { aud, exp } = claimsOf(token)
  if (typeof exp === 'number' && exp * 1000 < Date.now()) return `: it expired at ${new Date(exp * 1000).toISOString()}`
  if (aud !== undefined && aud !== 'admin') return ": it is no admin's token"
  return ': its session has ended, or it is a token of another server'
}

const remedies = {
  app: 'It was rotated or revoked, or belongs to another server. Operators see the current one with: openauth apps secret <app>',
  user: 'It has expired, its session has ended, or it belongs to another server. A login issues a new one: openauth user login --help',
} as const

const credentialNames = { app: 'app secret', user: 'user token' } as const

/** The failure of a call whose credential the server does not accept. */
const refusedCredential = ({ requestId }: ApiError, endpoint: string, { kind, value, source }: Credential): Failure => {
  const message =
    kind !== 'admin'
      ? `${endpoint} does not accept the ${credentialNames[kind]} ${source}. ${remedies[kind]}`
      : source === SAVED_SESSION
        ? `${endpoint} does not accept the saved session: it has ended, or another server answers there now. Run: openauth login`
        : `${endpoint} does not accept the token ${source}${whyRefused(value)}. Make another with: openauth login, then openauth auth token. Or unset OPENAUTH_TOKEN`
  return new Failure(exitCodes.notSignedIn, message, { requestId })
}

/** The failure for an operator without an accepted session, where the server may have no admin yet. */
export const signInFailure = (failure: Failure, endpoint: string, lacksAdmin: boolean): Failure =>
  lacksAdmin ? new Failure(exitCodes.notSignedIn, `${endpoint} has no admin yet. Run: openauth setup`) : failure

/** The message of an ApiError, and what to do next where the server cannot know that. */
const messageOf = ({ message, status, code }: ApiError, { endpoint, savedApp, route }: Called): string => {
  if (code === 'route_not_found' || code === 'method_not_allowed')
    return `${endpoint} does not have the call ${route.method} ${route.path}. It has another version than this program, ${version}: openauth status`
  if (message === UNKNOWN_ERROR) {
    // What proxies answer to plain http on a port for https.
    const hint = status === 400 && endpoint.startsWith('http:') ? ' Does it take https:// only?' : ''
    return `${endpoint} answered with HTTP ${status} and no message. Is it an OpenAuth server?${hint}`
  }
  return code === 'app_not_found' && savedApp
    ? `The saved app “${savedApp.name}” is not on ${endpoint}: it was deleted, or another server answers there now. Find an app with: openauth apps list. Save it with: openauth use <app>`
    : message
}

/** How the reason of a call is given that another admin has to approve. */
export const givenReason = ['Ask again with --approval-reason <text>, or with OPENAUTH_APPROVAL_REASON']

/** Converts an error of a call into the Failure that the CLI prints. */
export const callFailure = (error: unknown, called: Called): unknown => {
  if (!(error instanceof ApiError)) return error
  const { status, code, requestId } = error
  const { credential } = called
  if (status === 0) return unreachable(called.endpoint, error.cause)
  const isServiceTokens = credential?.kind === 'admin' && looksLikeServiceToken(credential.value)
  if (isServiceTokens && (code === 'unauthorized' || (code !== undefined && code in endedTokens)))
    return refusedServiceToken(error, called.endpoint, credential)
  if (code === 'unauthorized' && credential) return refusedCredential(error, called.endpoint, credential)
  const issues = error.issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
  const details = code === 'approval_reason_required' ? givenReason : issues
  const exitCode =
    code === 'invalid_input' || code === 'approval_reason_required' ? exitCodes.wrongUse : exitCodes.failed
  return new Failure(exitCode, messageOf(error, called), { details, requestId, code })
}

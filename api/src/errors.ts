import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errors, type ErrorBody, type ErrorCode, type InputIssue, type PendingApproval } from '@openauth/client'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CustodyError } from './custody/index.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { QueueFullError } from './lib/fair-queue.ts'
import { LimitExceededError } from './lib/attempt-counters.ts'

/** An error that the caller receives. Thrown anywhere, translated to HTTP here. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly issues: InputIssue[] | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The request that waits for another admin. */
  readonly approval: PendingApproval | undefined

  /** Whether it is the server's failure and not the caller's. */
  get isOfServer(): boolean {
    return errors[this.code][0] >= 500
  }

  constructor(
    code: ErrorCode,
    more: { message?: string; issues?: InputIssue[]; retryAfter?: number; approval?: PendingApproval } = {},
  ) {
    super(more.message ?? errors[code][1])
    this.code = code
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.approval = more.approval
  }
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

const tooMany = (seconds: number): Problem => {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const message = `${errors.too_many_attempts[1]}. Try again in ${wait}`
  return new Problem('too_many_attempts', { message, retryAfter: seconds })
}

/** Maps outages of the key backends; other errors of custody are only logged. */
const ofCustody = ({ code, message, retryAfter }: CustodyError): Problem => {
  if (code === 'backend_unavailable') return new Problem('key_service_unavailable', { retryAfter: 2 })
  if (code === 'signer_unavailable') return new Problem('signer_unavailable', { retryAfter: 1 })
  return code === 'exports_limited'
    ? new Problem('too_many_attempts', { message, retryAfter: retryAfter ?? 3600 })
    : new Problem('internal')
}

/** The refusal that an error stands for; anything unforeseen is `internal`. */
const problemOf = (error: Error): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof LimitExceededError) return tooMany(error.seconds)
  if (error instanceof CustodyError) return ofCustody(error)
  if (error instanceof QueueFullError) return error.own ? tooMany(2) : new Problem('server_busy', { retryAfter: 2 })
  if (isDatabaseUnavailable(error)) return new Problem('database_unavailable', { retryAfter: 1 })
  const { code, statusCode } = error as FastifyError
  if (frameworkCodes[code]) return new Problem(frameworkCodes[code])
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('bad_request')
  return new Problem('internal')
}

/**
 * Whether the client closed the connection before its request was complete; the resulting failure is not a server
 * error.
 */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Sets status and headers of a failure and returns its body. */
export const problemBody = (error: Error, request: FastifyRequest, reply: FastifyReply): ErrorBody => {
  const aborted = isAborted(request)
  const problem = aborted ? new Problem('bad_request') : problemOf(error)
  const [status] = errors[problem.code]
  if (aborted) request.log.info({ req: request }, 'the client closed the connection while it sent its request')
  // An outage of something else was foreseen: where it happened tells nothing.
  const isForeseen = status === 503 && error instanceof Problem
  if (isForeseen) request.log.warn({ req: request, code: problem.code }, problem.message)
  else if (status >= 500) request.log.error({ err: error, req: request }, problem.message)
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter))
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  void reply.code(status).header('cache-control', 'no-store')
  return {
    message: problem.message,
    code: problem.code,
    requestId: request.id,
    ...(problem.issues ? { issues: problem.issues } : {}),
    ...(problem.approval ? { approval: problem.approval } : {}),
  }
}

/** Answers input that Node could not parse as a request, as text on its connection, and closes it; no hook sees it. */
export const answerMalformedRequest = (
  error: ConnectionError,
  socket: Socket,
  requestId: string,
  headers: Record<string, string>,
): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = frameworkCodes[error.code] ?? 'bad_request'
  const [status, message] = errors[code]
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorBody)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.destroy(error)
}

/** The one exit of every other failure. */
export const sendProblem = async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<ErrorBody> =>
  problemBody(error, request, reply)

import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import * as z from 'zod'
import { codeOfFault, type Fault, faultOfAnswer } from '../connection-fault.ts'
import type { Answer, SerializedApiError } from '../ipc.ts'

/** Faults by the code of an error in Node, undici or OpenSSL. */
const codes: Record<string, Fault> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'lookup',
  ENETUNREACH: 'noRoute',
  EHOSTUNREACH: 'noRoute',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownAuthority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherHost',
  ERR_SSL_WRONG_VERSION_NUMBER: 'noHttps',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'noHttps',
}
const families: [RegExp, Fault][] = [
  [/^HPE_/, 'notHttp'],
  [/^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO)/, 'insecure'],
]

const faultOfCause = (error: unknown): Fault => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError') return 'timeout'
    // https://fetch.spec.whatwg.org/#port-blocking
    if (cause.message === 'bad port') return 'blockedPort'
    if (cause.message === 'unexpected redirect') return 'redirect'
    const { code = '' } = cause as NodeJS.ErrnoException
    const fault = codes[code] ?? families.find(([pattern]) => pattern.test(code))?.[1]
    if (fault) return fault
  }
  return 'unreachable'
}

/** An error that a fault of the connection to a server caused. The window has the text for it. */
export class ConnectionError extends ApiError {
  readonly address: string
  constructor(address: string, fault: Fault, error?: ApiError) {
    const { status = 0, retryAfter, cause } = error ?? {}
    const options = { cause, ...(retryAfter === undefined ? {} : { retryAfter }) }
    super(status, { code: codeOfFault(fault), message: `No answer of OpenAuth at ${address}: ${fault}` }, options)
    this.address = address
  }
}

/** The error as the operator should see it: a ConnectionError unless the server itself refused the call. */
export const failureAt = (address: string, error: ApiError): ApiError => {
  if (error instanceof ConnectionError) return error
  const fault = error.status === 0 ? faultOfCause(error.cause) : faultOfAnswer(error)
  return fault ? new ConnectionError(address, fault, error) : error
}

/** The error for an input that does not match the channel or the route. */
export const invalidInput = (error: z.ZodError): ApiError =>
  new ApiError(400, {
    code: 'invalid_input',
    message: 'The request is not valid',
    issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  })

const serializeError = (error: unknown): SerializedApiError => {
  if (!(error instanceof ApiError)) {
    process.emitWarning(error instanceof Error ? error : String(error))
    return { status: 0, code: codeOfFault('none'), message: UNKNOWN_ERROR }
  }
  const { status, message, code, issues, requestId, retryAfter, approval } = error
  return {
    status,
    message,
    issues,
    ...(error instanceof ConnectionError ? { address: error.address } : {}),
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(approval === undefined ? {} : { approval }),
  }
}

/** Converts an outcome to data: the window would receive a rejection as text without status and code. */
export const answerOf = async <T>(outcome: Promise<T>): Promise<Answer<T>> => {
  try {
    return { ok: true, result: await outcome }
  } catch (error) {
    return { ok: false, error: serializeError(error) }
  }
}

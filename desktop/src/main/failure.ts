import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import { z } from 'zod'
import type { Answer, SerializedApiError } from '../ipc.ts'

/** Messages for failed connections, by the error's code in Node or OpenSSL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused. Is the server running?',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be looked up. Is this machine online?',
  ECONNRESET: 'The connection was reset.',
  ETIMEDOUT: 'It did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not answer in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed and cannot be verified.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed and cannot be verified.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate could not be verified.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not support https. Try http://.',
}

const reasonOf = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError') return reasons['ETIMEDOUT']!
    if (cause.message === 'unexpected redirect') return 'It redirects to another address. Enter that address instead.'
    const reason = reasons[(cause as NodeJS.ErrnoException).code ?? '']
    if (reason) return reason
  }
  return 'No connection could be made.'
}

/** The error for a call without an answer. */
export const serverUnreachable = (address: string, error: ApiError): ApiError =>
  new ApiError(0, { message: `${address} could not be reached. ${reasonOf(error.cause)}` }, { cause: error.cause })

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
    return { status: 0, message: UNKNOWN_ERROR }
  }
  const { status, message, code, issues, requestId, retryAfter } = error
  return {
    status,
    message,
    issues,
    ...(code === undefined ? {} : { code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
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

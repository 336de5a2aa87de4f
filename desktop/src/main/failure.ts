import { ApiError, UNKNOWN_ERROR } from '@openauth/client'
import { z } from 'zod'
import type { Answer, Failure } from '../ipc.ts'

/** Why no answer came, in words, by the error's code in Node and OpenSSL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers there. Is the server running?',
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The host name could not be looked up. Is this machine online?',
  ECONNRESET: 'The connection broke off.',
  ETIMEDOUT: 'It did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not answer in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed, so that it could be anybody.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed, so that it could be anybody.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate could not be verified.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'It does not speak https. Try http://.',
}

const reasonOf = (error: unknown): string => {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return reasons['ETIMEDOUT']!
    if (at.message === 'unexpected redirect') return 'It sends calls on to another address. Enter that address instead.'
    const reason = reasons[(at as NodeJS.ErrnoException).code ?? '']
    if (reason) return reason
  }
  return 'No connection could be made.'
}

/** What to tell of a call that brought no answer. */
export const serverUnreachable = (address: string, error: ApiError): ApiError =>
  new ApiError(0, { message: `${address} could not be reached. ${reasonOf(error.cause)}` }, { cause: error.cause })

/** The answer to an input that is not what the channel or the call takes. */
export const invalidInput = (error: z.ZodError): ApiError =>
  new ApiError(400, {
    code: 'invalid_input',
    message: 'The request is not valid',
    issues: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  })

const failureOf = (error: unknown): Failure => {
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

/** The outcome as data; a rejected handler would reach the window as a text without status and code. */
export const answerOf = async <T>(outcome: Promise<T>): Promise<Answer<T>> => {
  try {
    return { ok: true, result: await outcome }
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}

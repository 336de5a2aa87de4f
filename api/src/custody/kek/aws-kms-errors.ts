import { unsealFailed } from '../envelope.ts'
import { backendRefused, backendUnavailable, CustodyError } from '../errors.ts'

/** Errors of Decrypt for a changed blob, another encryption context or a blob of another key. */
const doNotOpen = new Set(['InvalidCiphertextException', 'IncorrectKeyException'])

/** Transient errors: https://docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html and API_Decrypt.html */
const passing = new Set([
  'ThrottlingException',
  'Throttling',
  'TooManyRequestsException',
  'LimitExceededException',
  'RequestLimitExceeded',
  'RequestExpired',
  'ServiceUnavailable',
  'InternalFailure',
  'DependencyTimeoutException',
  'KMSInternalException',
  'KeyUnavailableException',
])

const permissions = 'Check the permissions of this server’s role (kms:Encrypt, kms:Decrypt) and the key’s policy.'
const credentials = 'Check the credentials and the clock of this server.'
const keyState = 'Enable the key, or cancel its deletion. Without it no stored secret can be read.'

const remedies: Record<string, string> = {
  AccessDeniedException: permissions,
  DisabledException: keyState,
  KMSInvalidStateException: keyState,
  NotFoundException: "Check the key's ARN and region. The secrets under a deleted key cannot be recovered.",
  CredentialsProviderError: credentials,
  TokenProviderError: credentials,
  UnrecognizedClientException: credentials,
  InvalidSignatureException: credentials,
  ExpiredTokenException: credentials,
  MissingAuthenticationTokenException: credentials,
  InvalidClientTokenId: credentials,
}

/**
 * Translates an SDK error. Only the exception's name is passed on: its message, cause and response may quote the
 * request.
 */
export function kmsError(backend: string, error: unknown): CustodyError {
  if (error instanceof CustodyError) return error
  const { name, $metadata } = (error ?? {}) as { name?: unknown; $metadata?: { httpStatusCode?: number } }
  const word = typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : 'an unnamed error'
  if (doNotOpen.has(word)) return unsealFailed()
  // The SDK has no name of its own for it: @smithy/core, config-resolver.
  if (error instanceof Error && error.message === 'Region is missing')
    return backendRefused(backend, 'has no region', 'Set OPENAUTH_AWS_KMS_REGION, or give the keys by their ARNs.')
  const status = $metadata?.httpStatusCode ?? 0
  const isRefusal = word in remedies || (status >= 300 && status < 500 && status !== 429)
  if (!isRefusal || passing.has(word)) return backendUnavailable(backend, `gave no usable answer (${word})`)
  return backendRefused(backend, `refused (${word})`, remedies[word] ?? 'Check the key’s ARN, its region and its kind.')
}

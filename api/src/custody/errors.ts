/** Error codes of custody. They are stable, so callers and operators may rely on them. */
export type CustodyErrorCode =
  | 'aad_invalid'
  | 'backend_refused'
  | 'backend_unavailable'
  | 'canary_mismatch'
  | 'entropy_invalid'
  | 'exports_limited'
  | 'kek_in_use'
  | 'kek_unknown'
  | 'key_invalid'
  | 'keyring_locked'
  | 'keyring_malformed'
  | 'keyring_missing'
  | 'keyring_permissions'
  | 'keyring_unwritable'
  | 'legacy_invalid'
  | 'legacy_off'
  | 'request_refused'
  | 'rotation_elsewhere'
  | 'secret_invalid'
  | 'self_check_failed'
  | 'signer_unavailable'
  | 'unseal_failed'

/**
 * The error class of this folder. `message` says what happened and what to do next. It never carries key material,
 * sealed bytes or file contents, so it may be logged; the API's error handler decides whether a client sees it.
 */
export class CustodyError extends Error {
  override readonly name = 'CustodyError'
  readonly code: CustodyErrorCode
  /** Seconds to wait before a retry, if known. */
  readonly retryAfter: number | undefined

  constructor(
    code: CustodyErrorCode,
    message: string,
    options: ErrorOptions & { retryAfter?: number | undefined } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

/**
 * A remote key backend gave no usable answer: no connection, a timeout, throttling, an internal error or a malformed
 * response. May be retried. `backend` names it for the operator, `what` says what happened; neither may quote a request
 * or a response, which hold data keys.
 */
export function backendUnavailable(backend: string, what: string): CustodyError {
  return new CustodyError(
    'backend_unavailable',
    `${backend} ${what}. Nothing was changed. Check that it runs and is reachable from this server, then try again.`,
  )
}

/** A remote key backend that answers but rejects its configuration; `remedy` is what the operator should do. */
export function backendRefused(backend: string, what: string, remedy: string): CustodyError {
  return new CustodyError('backend_refused', `${backend} ${what}. ${remedy}`)
}

/** The signer process did not answer: it is not running or timed out. May be retried. `what` says what happened. */
export function signerUnavailable(what: string): CustodyError {
  return new CustodyError('signer_unavailable', `The signer ${what}. Try again; if it persists, look at its log.`)
}

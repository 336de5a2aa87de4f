/** What can go wrong in custody; stable, so that callers and operators may rely on them. */
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
 * The one error of this folder. `message` says what happened and what to do next and never carries key material, sealed
 * bytes or file contents, so it may be logged; whether a client may see it is decided by the API's error exit.
 */
export class CustodyError extends Error {
  override readonly name = 'CustodyError'
  readonly code: CustodyErrorCode
  /** Seconds after which another try makes sense, where that is known. */
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
 * A remote key backend that gave no usable answer: no connection, no answer in time, throttled, an error of its own, a
 * broken answer. Worth another try later. `backend` names it for the operator, `what` says what happened; neither may
 * quote a request or an answer, which hold data keys.
 */
export function backendUnavailable(backend: string, what: string): CustodyError {
  return new CustodyError(
    'backend_unavailable',
    `${backend} ${what}. Nothing was changed; check that it runs and is reachable from this server, and try again.`,
  )
}

/** A remote key backend that answers but will not work as it is set up; `remedy` is what the operator should do. */
export function backendRefused(backend: string, what: string, remedy: string): CustodyError {
  return new CustodyError('backend_refused', `${backend} ${what}. ${remedy}`)
}

/** The signer process gave no answer: it is not there, or took too long. Worth another try. `what` says what happened. */
export function signerUnavailable(what: string): CustodyError {
  return new CustodyError('signer_unavailable', `The signer ${what}. Try again; if it goes on, look at its log.`)
}

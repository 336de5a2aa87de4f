/** What can go wrong in custody; stable, so that callers and operators may rely on them. */
export type CustodyErrorCode =
  | 'aad_invalid'
  | 'canary_mismatch'
  | 'entropy_invalid'
  | 'kek_unknown'
  | 'key_invalid'
  | 'keyring_locked'
  | 'keyring_malformed'
  | 'keyring_missing'
  | 'keyring_permissions'
  | 'keyring_unwritable'
  | 'legacy_invalid'
  | 'secret_invalid'
  | 'self_check_failed'
  | 'unseal_failed'

/**
 * The one error of this folder. `message` says what happened and what to do next and never carries key material, sealed
 * bytes or file contents, so it may be logged; whether a client may see it is decided by the API's error exit.
 */
export class CustodyError extends Error {
  override readonly name = 'CustodyError'
  readonly code: CustodyErrorCode

  constructor(code: CustodyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

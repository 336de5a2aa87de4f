import type { RecoveryErrorCode } from '@openauth/client'

/** Why a backup or a restore does not go on. `message` says what to do, for operators. */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError'
  readonly code: RecoveryErrorCode

  constructor(code: RecoveryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

import { ApiError, type ErrorCode } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'

/** The message of a call that failed: that of its code, that the network is gone, or that it did not work. */
export const failureWords = (error: unknown, ofCodes: Partial<Record<ErrorCode, MessageId>> = {}): MessageId => {
  if (!(error instanceof ApiError)) return 'tap.failed'
  // No answer. `onLine` alone does not tell: a server on this machine answers without a network.
  if (error.status === 0) return navigator.onLine ? 'error.network' : 'error.offline'
  return ofCodes[error.code as ErrorCode] ?? 'tap.failed'
}

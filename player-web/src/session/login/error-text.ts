import { ApiError, type ErrorCode } from '@openauth/client'
import { type MessageId, t } from '../../i18n/i18n.ts'

/** Translated messages for common errors of a login. For others, the server's message is shown. */
const known = {
  incorrect_login: 'error.incorrectLogin',
  incorrect_password: 'error.incorrectPassword',
  username_exists: 'error.usernameExists',
  name_mixes_scripts: 'error.nameMixesScripts',
  name_reserved: 'error.nameReserved',
  name_looks_alike: 'error.nameLooksAlike',
  email_code_incorrect: 'error.codeIncorrect',
  too_many_attempts: 'error.tooManyAttempts',
  user_disabled: 'error.userDisabled',
} satisfies Partial<Record<ErrorCode, MessageId>>

const isKnown = (code: string | undefined): code is keyof typeof known =>
  code !== undefined && Object.hasOwn(known, code)

/** The message of an error, translated where there is a translation. */
export const errorText = (error: Error): string => {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 0) return t('error.network')
  return isKnown(error.code) ? t(known[error.code]) : error.message
}

import { ApiError, type ErrorCode } from '@openauth/client'
import { type MessageId, t } from '../../i18n/i18n.ts'

/** Translated messages for the errors that players meet. For others, the server's message is shown, which may say more. */
const known = {
  incorrect_login: 'error.incorrectLogin',
  incorrect_password: 'error.incorrectPassword',
  username_exists: 'error.usernameExists',
  name_mixes_scripts: 'error.nameMixesScripts',
  name_reserved: 'error.nameReserved',
  name_looks_alike: 'error.nameLooksAlike',
  email_code_incorrect: 'error.codeIncorrect',
  too_many_attempts: 'error.tooManyAttempts',
  login_again: 'authorize.again',
  user_disabled: 'error.userDisabled',
  login_method_disabled: 'error.methodDisabled',
  method_not_configured: 'error.methodUnusable',
  provider_misconfigured: 'error.methodUnusable',
  provider_unavailable: 'error.providerUnavailable',
  mail_unavailable: 'error.mailUnavailable',
  token_refused: 'error.loginRefused',
  challenge_invalid: 'error.loginRefused',
  signature_invalid: 'error.loginRefused',
  passkey_refused: 'error.loginRefused',
  init_data_invalid: 'error.telegramData',
  init_data_expired: 'error.telegramData',
  init_data_used: 'error.telegramData',
  init_data_replayed: 'error.telegramData',
  invalid_address: 'send.noAddress',
  invalid_amount: 'send.invalidAmount',
  insufficient_balance: 'send.insufficient',
  chain_unavailable: 'error.chain',
  chain_timeout: 'error.chain',
  chain_answer_unusable: 'error.chain',
  internal: 'error.server',
  server_busy: 'error.server',
  database_unavailable: 'error.server',
  signer_unavailable: 'error.server',
  key_service_unavailable: 'error.server',
} satisfies Partial<Record<ErrorCode, MessageId>>

const isKnown = (code: string | undefined): code is keyof typeof known =>
  code !== undefined && Object.hasOwn(known, code)

/** The translated message of an error's code, if there is one. */
export const textOfCode = (code: string | undefined): string | undefined => (isKnown(code) ? t(known[code]) : undefined)

/** The message of an error, translated where there is a translation. */
export const errorText = (error: Error): string => {
  if (!(error instanceof ApiError)) return error.message
  if (error.status === 0) return t('error.network')
  return textOfCode(error.code) ?? error.message
}

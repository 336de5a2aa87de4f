import { t } from '../../../i18n/i18n.ts'
import { errorText } from '../../../session/login/error-text.ts'

/** Why a call of a transfer failed, in the words of the page. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? errorText(error) : t('send.failed')

import { t } from '../../../i18n/i18n.ts'
import { errorText } from '../../../session/login/error-text.ts'

/** The reason of a failed transfer, as a text of the page. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? errorText(error) : t('send.failed')

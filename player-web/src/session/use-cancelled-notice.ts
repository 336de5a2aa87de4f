import { useOpenAuth } from '@openauth/client/react'
import { useEffect } from 'react'
import { notify } from '../components/notify.ts'
import { t } from '../i18n/i18n.ts'

/** Shows a notice after a login was cancelled at its provider. Other failures of a redirect login are only logged. */
export const useCancelledNotice = (): void => {
  const { landingError } = useOpenAuth()
  useEffect(() => {
    if (landingError?.name === 'LoginCancelled') notify.info(t('login.cancelled'))
  }, [landingError])
}

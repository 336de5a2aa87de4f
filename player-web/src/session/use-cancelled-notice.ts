import { useOpenAuth } from '@openauth/client/react'
import { useEffect } from 'react'
import { notify } from '../components/notify.ts'
import { t } from '../i18n/i18n.ts'

/** Says that a login was cancelled at its provider. Other failures of a return are only logged. */
export const useCancelledNotice = (): void => {
  const { landingError } = useOpenAuth()
  useEffect(() => {
    if (landingError?.name === 'LoginCancelled') notify.info(t('login.cancelled'))
  }, [landingError])
}

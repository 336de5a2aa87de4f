import { Link } from 'react-router-dom'
import { CardBody } from '../../../components/page.tsx'
import { useConfig } from '../../../config/config.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { Screen } from '../screen.tsx'
import { SupportContact } from './support-contact.tsx'

/** The support contact, with a link to the policy where that is asked for. */
export const SupportScreen = ({ isPolicy = false }: { isPolicy?: boolean }) => {
  const t = useTranslate()
  const { supportEmail } = useConfig()
  return (
    <Screen title={t(isPolicy ? 'support.policy' : 'wallet.support')}>
      {isPolicy && (
        <>
          <p className="page-lead">{t('support.policyText')}</p>
          <Link className="card" to="/privacy">
            <CardBody icon="shield" title={t('wallet.privacy')} />
          </Link>
        </>
      )}
      {supportEmail === null ? <p className="note">{t('support.none')}</p> : <SupportContact />}
    </Screen>
  )
}

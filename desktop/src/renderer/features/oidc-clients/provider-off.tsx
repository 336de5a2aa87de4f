import { buttonClass } from '@openauth/ui/button'
import { Notice } from '@openauth/ui/notice'
import { Link } from 'react-router-dom'
import { useTranslate } from '../../i18n/i18n.ts'

/** The app is no provider. `next`: what does not work until it is one. */
export const ProviderOff = ({ appId, next }: { appId: string; next: string }) => {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={t('oidcClients.off')}
      action={
        <Link className={buttonClass({ size: 'small' })} to={`/apps/${appId}/settings`}>
          {t('oidcConnections.toSwitch')}
        </Link>
      }
    >
      <p>{next}</p>
    </Notice>
  )
}

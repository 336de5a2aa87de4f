import { useOpenAuth } from '@openauth/client/react'
import { Link, useNavigate } from 'react-router-dom'
import { LanguageChoice } from '../../../components/language-choice.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { useConfig } from '../../../config/config.ts'
import { isTelegram } from '../../../host/detect.ts'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'

const entries = [
  { to: '/wallet/history', icon: 'history', label: 'wallet.history' },
  { to: '/wallet/export', icon: 'key', label: 'wallet.export' },
  { to: '/wallet/apps', icon: 'link', label: 'wallet.apps' },
  { to: '/wallet/changes', icon: 'shield', label: 'wallet.changes' },
  { to: '/wallet/data', icon: 'document', label: 'wallet.data' },
  { to: '/wallet/support', icon: 'support', label: 'wallet.support' },
  { to: '/privacy', icon: 'document', label: 'wallet.privacy' },
] as const satisfies { to: string; icon: IconName; label: MessageId }[]

/** Hidden inside Telegram, which would log its user in again at the next start. */
const LogOut = () => {
  const t = useTranslate()
  const { logout } = useOpenAuth()
  const navigate = useNavigate()
  const leave = () => {
    void logout()
    void navigate('/')
  }
  return (
    <li>
      <button type="button" className="menu-row" onClick={leave}>
        <Icon name="logout" />
        <span>{t('wallet.logOut')}</span>
      </button>
    </li>
  )
}

/** The less frequent actions of the wallet. */
export const Menu = () => {
  const t = useTranslate()
  const { supportEmail } = useConfig()
  const { config } = useOpenAuth()
  const isHidden: Partial<Record<string, boolean>> = {
    '/wallet/support': supportEmail === null,
    // Hidden until the app's setting is known, so that a shown entry does not disappear.
    '/wallet/export': config?.privateKeyExport !== true,
  }
  return (
    <nav aria-label={t('wallet.more')}>
      <ul className="menu">
        {entries
          .filter(({ to }) => !isHidden[to])
          .map(({ to, icon, label }) => (
            <li key={to}>
              <Link className="menu-row" to={to}>
                <Icon name={icon} />
                <span>{t(label)}</span>
                <Icon name="next" />
              </Link>
            </li>
          ))}
        <li className="menu-language">
          <LanguageChoice />
        </li>
        {!isTelegram() && <LogOut />}
      </ul>
    </nav>
  )
}

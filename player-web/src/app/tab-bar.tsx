import { NavLink } from 'react-router-dom'
import { Icon, type IconName } from '../components/icon.tsx'
import { type MessageId, useTranslate } from '../i18n/i18n.ts'

const tabs = [
  { to: '/earn', icon: 'earn', label: 'nav.earn' },
  { to: '/wallet', icon: 'wallet', label: 'nav.wallet' },
] as const satisfies { to: string; icon: IconName; label: MessageId }[]

export const TabBar = ({ hasWallet }: { hasWallet: boolean }) => {
  const t = useTranslate()
  return (
    <nav className="tab-bar" aria-label={t('nav.label')}>
      <ul>
        {tabs
          .filter(({ to }) => hasWallet || to !== '/wallet')
          .map(({ to, icon, label }) => (
            <li key={to}>
              <NavLink to={to} className="tab">
                <Icon name={icon} />
                {t(label)}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

import { NavLink } from 'react-router-dom'
import { Icon, type IconName } from '../components/icon.tsx'
import { type MessageId, useTranslate } from '../i18n/i18n.ts'

const tabs = [
  { to: '/earn', icon: 'earn', label: 'nav.earn' },
  { to: '/wallet', icon: 'wallet', label: 'nav.wallet' },
] as const satisfies { to: string; icon: IconName; label: MessageId }[]

export const TabLinks = ({ hasWallet }: { hasWallet: boolean }) => {
  const t = useTranslate()
  return (
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
  )
}

/** The sections at the bottom of the screen; on a wide one they stand at its side. */
export const TabBar = ({ hasWallet }: { hasWallet: boolean }) => (
  <nav className="tab-bar" aria-label={useTranslate()('nav.label')}>
    <TabLinks hasWallet={hasWallet} />
  </nav>
)

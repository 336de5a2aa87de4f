import { Link, useLocation } from 'react-router-dom'
import { Icon, type IconName } from '../components/icon.tsx'
import { type MessageId, useTranslate } from '../i18n/i18n.ts'
import { parentOf } from '../lib/parent-of.ts'

const tabs = [
  { to: '/earn', icon: 'earn', label: 'nav.earn' },
  { to: '/wallet', icon: 'wallet', label: 'nav.wallet' },
] as const satisfies { to: string; icon: IconName; label: MessageId }[]

/** The page itself, or one below it; the router accepts a trailing slash. */
const currentOf = (path: string, tab: string): 'page' | 'true' | undefined => {
  if (path === tab) return 'page'
  return parentOf(path) === tab ? 'true' : undefined
}

export const TabLinks = ({ hasWallet }: { hasWallet: boolean }) => {
  const t = useTranslate()
  const path = useLocation().pathname.toLowerCase().replace(/\/+$/, '')
  return (
    <ul>
      {tabs
        .filter(({ to }) => hasWallet || to !== '/wallet')
        .map(({ to, icon, label }) => (
          <li key={to}>
            <Link to={to} className="tab" aria-current={currentOf(path, to)}>
              <Icon name={icon} />
              {t(label)}
            </Link>
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

import { IconButton } from '@openauth/ui/icon-button'
import { Mark } from '@openauth/ui/mark'
import { Tooltip } from '@openauth/ui/tooltip'
import PanelLeft from 'lucide-react/icons/panel-left'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router-dom'
import { useHasSomeApps } from '../api/rights.ts'
import { useServers } from '../features/server/use-switch-server.ts'
import { type MessageId, useTranslate } from '../i18n/i18n.ts'
import { useCurrentAppId } from '../navigation/current-app.ts'
import { appPath } from '../navigation/addresses.ts'
import { useMayOpen } from './may-open.ts'
import { screens, screensOf } from './routes.tsx'
import type { Screen, Section } from './screen.ts'
import { keysOf } from './shortcut-keys.ts'
import { toggleSidebar, useIsNarrow } from './sidebar-width.ts'
import './sidebar.css'

const AppSwitcher = lazy(async () => ({ default: (await import('./app-switcher.tsx')).AppSwitcher }))

/** Whether other listed screens lie below this one's address. */
const isAbove = ({ path }: Screen): boolean =>
  screens.some((other) => other.section !== undefined && other.path.startsWith(`${path}/`))

const Item = ({ screen, to }: { screen: Screen; to: string }) => {
  const t = useTranslate()
  const isNarrow = useIsNarrow()
  const { icon: Icon } = screen
  const link = (
    <NavLink to={to} end={isAbove(screen)} className="nav-item">
      <Icon size={16} aria-hidden="true" />
      <span className="nav-text">{t(screen.title)}</span>
    </NavLink>
  )
  if (!isNarrow && !screen.shortcut) return <li>{link}</li>
  return (
    <li>
      <Tooltip text={t(screen.title)} keys={keysOf(screen.shortcut)} side="right">
        {link}
      </Tooltip>
    </li>
  )
}

const List = ({ screens, appId }: { screens: Screen[]; appId?: string }) => (
  <ul className="nav-list">
    {screens.map((screen) => (
      <Item key={screen.path} screen={screen} to={appId ? appPath(screen, appId) : screen.path} />
    ))}
  </ul>
)

/** The screens of a section that are for the admin who is signed in. */
const useScreensOf = (section: Section, appId?: string): Screen[] => {
  const mayOpen = useMayOpen()
  return screensOf(section).filter((screen) => mayOpen(screen, appId))
}

const AppSection = () => {
  const t = useTranslate()
  const appId = useCurrentAppId()
  const screens = useScreensOf('app', appId)
  return (
    <section className="nav-section" aria-label={t('shell.sectionApp')}>
      <div className="app-switcher">
        <Suspense>
          <AppSwitcher appId={appId} />
        </Suspense>
      </div>
      {appId && <List screens={screens} appId={appId} />}
    </section>
  )
}

interface TitledProps {
  section: 'game' | 'server'
  title: MessageId
  appId?: string
}

const TitledSection = ({ section, title, appId }: TitledProps) => {
  const t = useTranslate()
  const screens = useScreensOf(section, appId)
  if (screens.length === 0) return null
  return (
    <section className="nav-section" aria-labelledby={`nav-${section}`}>
      <h2 id={`nav-${section}`} className="nav-title">
        {t(title)}
      </h2>
      <List screens={screens} {...(appId && { appId })} />
    </section>
  )
}

const GameSection = () => {
  const appId = useCurrentAppId()
  return appId && <TitledSection section="game" title="game.tab" appId={appId} />
}

/** The screens of the server and of the current app; it can be reduced to icons. Of several servers it names its own. */
export const Sidebar = () => {
  const t = useTranslate()
  const { servers, current } = useServers()
  const isNarrow = useIsNarrow()
  return (
    <nav className={isNarrow ? 'sidebar is-narrow' : 'sidebar'} aria-label={t('shell.navigation')}>
      <div className="sidebar-brand">
        <Mark />
        <span className="nav-text sidebar-name">{servers.length > 1 ? current?.name : 'OpenAuth'}</span>
        <IconButton
          size="small"
          label={t(isNarrow ? 'shell.expand' : 'shell.collapse')}
          icon={<PanelLeft size={16} />}
          onClick={toggleSidebar}
        />
      </div>
      <List screens={useScreensOf('overview')} />
      <AppSection />
      <GameSection />
      <TitledSection section="server" title={useHasSomeApps() ? 'shell.sectionOwnApps' : 'shell.sectionServer'} />
    </nav>
  )
}

import { IconButton } from '@openauth/ui/icon-button'
import { Menu, MenuCheckbox, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '@openauth/ui/menu'
import CircleUser from 'lucide-react/icons/circle-user-round'
import LogOut from 'lucide-react/icons/log-out'
import Server from 'lucide-react/icons/server'
import { Link } from 'react-router-dom'
import { useOwnAdmin } from '../api/rights.ts'
import { isInBrowser } from '../api/transport.ts'
import { useServers } from '../features/server/use-switch-server.ts'
import { useSignOut } from '../features/session/sign-out.ts'
import { chooseLanguage, useLanguageChoice, useTranslate } from '../i18n/i18n.ts'
import { localeNames, locales } from '../i18n/locales.ts'
import { roleTitles } from '../lib/roles.ts'
import { useStore } from '../store.ts'
import { useMayOpen } from './may-open.ts'
import { screensOf } from './routes.tsx'
import { themeChoice, themes } from './theme.ts'

const themeWords = { system: 'shell.themeSystem', light: 'shell.themeLight', dark: 'shell.themeDark' } as const

const Themes = () => {
  const t = useTranslate()
  const chosen = useStore(themeChoice)
  return (
    <MenuGroup label={t('shell.theme')}>
      {themes.map((theme) => (
        <MenuCheckbox key={theme} checked={theme === chosen} onCheckedChange={() => themeChoice.set(theme)}>
          {t(themeWords[theme])}
        </MenuCheckbox>
      ))}
    </MenuGroup>
  )
}

const Languages = () => {
  const t = useTranslate()
  const chosen = useLanguageChoice()
  return (
    <MenuGroup label={t('shell.language')}>
      {(['system', ...localeNames] as const).map((locale) => (
        <MenuCheckbox key={locale} checked={locale === chosen} onCheckedChange={() => void chooseLanguage(locale)}>
          {locale === 'system' ? t('shell.languageSystem') : locales[locale]}
        </MenuCheckbox>
      ))}
    </MenuGroup>
  )
}

/** The servers of the desktop console, with the one in use checked, and a link to their list. */
const Servers = () => {
  const t = useTranslate()
  const { servers, current, switchTo } = useServers()
  return (
    <>
      <MenuGroup label={t('shell.sectionServer')}>
        {servers.map((server) => (
          <MenuCheckbox
            key={server.address}
            checked={server === current}
            closeOnClick
            onCheckedChange={() => server !== current && switchTo(server.address)}
          >
            {server.name}
          </MenuCheckbox>
        ))}
        <MenuLink render={<Link to="/server" />} icon={<Server size={16} />}>
          {t('server.manage')}
        </MenuLink>
      </MenuGroup>
      <MenuSeparator />
    </>
  )
}

/** What concerns the operator: own screens, theme, language, server, signing out. */
export const UserMenu = () => {
  const t = useTranslate()
  const admin = useOwnAdmin()
  const mayOpen = useMayOpen()
  const signOut = useSignOut()
  const accountScreens = screensOf('account').filter((screen) => mayOpen(screen))
  const label = admin ? t('shell.account', { name: admin.username }) : t('shell.accountUnknown')
  return (
    <Menu align="end" trigger={<IconButton label={label} icon={<CircleUser size={18} />} />}>
      <MenuGroup label={admin ? `${admin.username} · ${t(roleTitles[admin.role])}` : t('shell.accountUnknown')}>
        {accountScreens.map(({ path, title, icon: Icon }) => (
          <MenuLink key={path} render={<Link to={path} />} icon={<Icon size={16} />}>
            {t(title)}
          </MenuLink>
        ))}
      </MenuGroup>
      <Themes />
      <MenuSeparator />
      <Languages />
      <MenuSeparator />
      {!isInBrowser() && <Servers />}
      <MenuItem icon={<LogOut size={16} />} onSelect={signOut}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

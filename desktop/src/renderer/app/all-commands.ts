import { useQuery } from '@tanstack/react-query'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import PanelLeft from 'lucide-react/icons/panel-left'
import SunMoon from 'lucide-react/icons/sun-moon'
import { useNavigate } from 'react-router-dom'
import { queries } from '../api/queries.ts'
import { useServerCommands } from '../features/server/use-switch-server.ts'
import { useSignOut } from '../features/session/sign-out.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { appsMeant } from './apps-meant.ts'
import { type Command, useScreenCommands } from '../navigation/commands.ts'
import { useAppName, useCurrentAppId } from '../navigation/current-app.ts'
import { isSheetOpen } from './overlays.ts'
import { appPath } from '../navigation/addresses.ts'
import { useMayOpen } from './may-open.ts'
import { screens } from './routes.tsx'
import type { Screen } from './screen.ts'
import { toggleSidebar } from './sidebar-width.ts'
import { themeChoice, themes } from './theme.ts'

export interface CommandGroup {
  title: string
  commands: Command[]
}

const isListed = ({ section, path }: Screen): boolean =>
  section !== undefined && !path.replace(':appId', '').includes(':')

const listed = screens.filter(isListed)
const isOfApp = ({ section }: Screen): boolean => section === 'app' || section === 'game'
const ofApps = listed.filter(isOfApp)

const useCommandOf = (t: Translate) => {
  const navigate = useNavigate()
  return (screen: Screen, to: string, hint?: string): Command => ({
    id: `screen ${to}`,
    title: t(screen.title),
    icon: screen.icon,
    ...(hint ? { hint } : {}),
    ...(screen.words ? { words: t(screen.words) } : {}),
    ...(screen.shortcut ? { shortcut: screen.shortcut } : {}),
    run: () => void navigate(to),
  })
}

const useScreens = (t: Translate): CommandGroup[] => {
  const commandOf = useCommandOf(t)
  const appId = useCurrentAppId()
  const appName = useAppName(appId)
  const mayOpen = useMayOpen()
  const global = listed
    .filter((screen) => !isOfApp(screen) && mayOpen(screen))
    .map((screen) => commandOf(screen, screen.path))
  const ofApp = ofApps
    .filter((screen) => appId && mayOpen(screen, appId))
    .map((screen) => commandOf(screen, appPath(screen, appId ?? ''), appName))
  return [
    { title: t('commands.screens'), commands: global },
    { title: t('commands.appScreens'), commands: ofApp },
  ]
}

/** The screens of the apps that what was typed may mean, for the palette; those of the current app are there anyway. */
export const useOtherAppScreens = (typed: string): CommandGroup => {
  const t = useTranslate()
  const commandOf = useCommandOf(t)
  const appId = useCurrentAppId()
  const apps = useQuery(queries.apps.list())
  const meant = appsMeant(apps.data ?? [], typed, appId)
  const mayOpen = useMayOpen()
  const commands = meant.flatMap(({ id, name }) =>
    ofApps.filter((screen) => mayOpen(screen, id)).map((screen) => commandOf(screen, appPath(screen, id), name)),
  )
  return { title: t('commands.otherAppScreens'), commands }
}

const nextTheme = () => themeChoice.set(themes[(themes.indexOf(themeChoice.get()) + 1) % themes.length]!)

const useConsole = (t: Translate): Command[] => {
  const signOut = useSignOut()
  const servers = useServerCommands()
  return [
    ...servers,
    { id: 'console.theme', title: t('commands.theme'), icon: SunMoon, run: nextTheme },
    { id: 'console.sidebar', title: t('commands.sidebar'), icon: PanelLeft, shortcut: '[', run: toggleSidebar },
    {
      id: 'console.shortcuts',
      title: t('commands.shortcuts'),
      icon: Keyboard,
      shortcut: '?',
      run: () => isSheetOpen.set(true),
    },
    { id: 'console.signOut', title: t('shell.signOut'), icon: LogOut, run: signOut },
  ]
}

/** Everything that can be done now, in the groups of the palette and of the sheet of shortcuts. */
export const useAllCommands = (): CommandGroup[] => {
  const t = useTranslate()
  const here = useScreenCommands()
  return [
    { title: t('commands.here'), commands: [...here] },
    ...useScreens(t),
    { title: t('commands.console'), commands: useConsole(t) },
  ]
}

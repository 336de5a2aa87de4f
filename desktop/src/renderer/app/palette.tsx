import type { App } from '@openauth/client'
import { CommandPalette, type PaletteCommand, type PaletteGroup } from '@openauth/ui/command-palette'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import User from 'lucide-react/icons/user'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { queries } from '../api/queries.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { useStore } from '../store.ts'
import { type CommandGroup, useAllCommands, useOtherAppScreens } from './all-commands.ts'
import type { Command } from '../navigation/commands.ts'
import { isPaletteOpen } from './overlays.ts'
import { homeOfApp, userPath } from '../navigation/addresses.ts'
import { hasUserScreen } from './routes.tsx'
import { keysOf } from './shortcut-keys.ts'

const PAUSE_MS = 200
const SHOWN_USERS = 8
const MIN_LENGTH = 2

/** A text once typing has paused. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const entryOf = ({ id, title, hint, icon: Icon, words, shortcut, run }: Command): PaletteCommand => ({
  id,
  title,
  hint,
  icon: Icon && <Icon size={16} />,
  keys: keysOf(shortcut),
  keywords: words?.split(' '),
  onRun: run,
})

const groupOf = ({ title, commands }: CommandGroup): PaletteGroup => ({ title, commands: commands.map(entryOf) })

const useApps = (go: (path: string) => void): PaletteCommand[] => {
  const apps = useQuery(queries.apps.list())
  return (apps.data ?? []).flatMap(({ id, name }: App) => {
    const home = homeOfApp(id)
    return home
      ? { id: `app ${id}`, title: name, keywords: [id], icon: <LayoutGrid size={16} />, onRun: () => go(home) }
      : []
  })
}

/** Users of all apps, whom the server finds by id, name or address. */
const useUsers = (text: string, go: (path: string) => void) => {
  const q = usePaused(text.trim())
  const isSearched = hasUserScreen() && q.length >= MIN_LENGTH
  const users = useQuery({
    ...queries.users.find({ q, limit: SHOWN_USERS }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  const found = isSearched ? (users.data?.data ?? []) : []
  const commands = found.map((user): PaletteCommand => ({
    id: `user ${user.id}`,
    title: user.displayName ?? user.username ?? user.email ?? user.id,
    hint: user.app.name,
    icon: <User size={16} />,
    onRun: () => go(userPath(user.app.id, user.id)),
  }))
  return { commands, isLoading: isSearched && users.isFetching }
}

/** Everything by its name: screens, apps, users, and what can be done on the screen that is open. */
export const Palette = () => {
  const t = useTranslate()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const go = (path: string) => void navigate(path)
  const users = useUsers(text, go)
  const [here, ...others] = useAllCommands().map(groupOf)
  const otherApps = groupOf(useOtherAppScreens(text))
  const apps: PaletteGroup = { title: t('commands.apps'), commands: useApps(go) }
  const found: PaletteGroup = { title: t('commands.users'), commands: users.commands, isFound: true }
  return (
    <CommandPalette
      open={useStore(isPaletteOpen)}
      onOpenChange={(open) => {
        if (!open) setText('')
        isPaletteOpen.set(open)
      }}
      groups={[...(here ? [here] : []), ...others.slice(0, 2), otherApps, apps, found, ...others.slice(2)]}
      onSearch={setText}
      isLoading={users.isLoading}
      placeholder={t('commands.placeholder')}
    />
  )
}

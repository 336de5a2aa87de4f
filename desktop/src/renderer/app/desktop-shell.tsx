import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Server, ShellEvent } from '../../ipc.ts'
import { serverQuery } from '../api/queries.ts'
import { callMain } from '../api/transport.ts'
import { t, useLocale } from '../i18n/i18n.ts'
import { DesktopLinks } from './desktop-links.tsx'
import { useUpdates } from './desktop-updates.tsx'
import { isPaletteOpen, isSheetOpen } from './overlays.ts'

const useLanguageInMenu = () => {
  const locale = useLocale()
  useEffect(() => void callMain('language.set', { locale }), [locale])
}

/** What the main process asks of the pages: its menu opens what is only there for the signed in. */
const useEvents = () => {
  const queryClient = useQueryClient()
  useEffect(() => {
    const isSignedIn = () => queryClient.getQueryData<Server>(serverQuery.queryKey)?.signedIn === true
    const handlers: Partial<Record<ShellEvent, () => void>> = {
      palette: () => isPaletteOpen.set(isSignedIn()),
      shortcuts: () => isSheetOpen.set(isSignedIn()),
      diagnosticsCopied: () => void toast.success(t('desktop.diagnosticsCopied')),
    }
    return window.openauth?.listen((event) => handlers[event]?.())
  }, [queryClient])
}

/** Says that there is something new in the log of crashes. */
const useCrashNews = () => {
  useEffect(() => {
    const tell = async () => {
      if (!(await callMain('crashes.take'))) return
      const action = { label: t('menu.openLog'), onClick: () => void callMain('crashes.open') }
      toast.warning(t('desktop.crashed'), { action, duration: Infinity, closeButton: true })
    }
    void tell()
  }, [])
}

/** What the pages have on the desktop only: they follow the main process, which has the menu and the links. */
export const DesktopShell = () => {
  useLanguageInMenu()
  useEvents()
  useCrashNews()
  useUpdates()
  return <DesktopLinks />
}

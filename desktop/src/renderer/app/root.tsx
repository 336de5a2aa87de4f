import { UiProvider } from '@openauth/ui/provider'
import { Toaster } from '@openauth/ui/toaster'
import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { isInBrowser } from '../api/transport.ts'
import { useUiLanguage } from '../i18n/i18n.ts'
import { useLostFocus } from './lost-focus.ts'

const DesktopShell = lazy(async () => ({ default: (await import('./desktop-shell.tsx')).DesktopShell }))

/** What is around every page: the language of the controls, toasts, and what belongs to the desktop program. */
export const Root = () => {
  useLostFocus()
  return (
    <UiProvider {...useUiLanguage()}>
      <Outlet />
      <Toaster />
      {!isInBrowser() && (
        <Suspense>
          <DesktopShell />
        </Suspense>
      )}
    </UiProvider>
  )
}

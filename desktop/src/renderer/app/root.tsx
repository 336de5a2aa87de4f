import { UiProvider } from '@openauth/ui/provider'
import { Toaster } from '@openauth/ui/toaster'
import { Outlet } from 'react-router-dom'
import { useUiLanguage } from '../i18n/i18n.ts'

/** What is around every page: the language of the controls, and toasts. */
export const Root = () => (
  <UiProvider {...useUiLanguage()}>
    <Outlet />
    <Toaster />
  </UiProvider>
)

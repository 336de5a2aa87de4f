import { UiProvider } from '@openauth/ui/provider'
import { Toaster } from '@openauth/ui/toaster'
import { lazy, Suspense, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { askedReason } from '../api/approval-reason.ts'
import { isInBrowser } from '../api/transport.ts'
import { useUiLanguage } from '../i18n/i18n.ts'
import { useStore } from '../store.ts'
import { useLostFocus } from './lost-focus.ts'

const AskApprovalReason = lazy(async () => ({
  default: (await import('../components/ask-approval-reason.tsx')).AskApprovalReason,
}))
const DesktopShell = lazy(async () => ({ default: (await import('./desktop-shell.tsx')).DesktopShell }))

/** Asks for a reason where a call needs one; loaded at the first of them. */
const ApprovalReason = () => {
  const isAsked = useStore(askedReason) !== undefined
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  return wasAsked ? <AskApprovalReason /> : null
}

/** What is around every page: the language of the controls, toasts, and what belongs to the desktop program. */
export const Root = () => {
  useLostFocus()
  return (
    <UiProvider {...useUiLanguage()}>
      <Outlet />
      <Toaster />
      <Suspense>
        <ApprovalReason />
      </Suspense>
      {!isInBrowser() && (
        <Suspense>
          <DesktopShell />
        </Suspense>
      )}
    </UiProvider>
  )
}

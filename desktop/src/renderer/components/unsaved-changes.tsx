import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useTranslate } from '../i18n/i18n.ts'

/** Asks before a page with unsaved changes is left. It stands in the form's screen: `<UnsavedChanges isDirty={…} />`. */
export const UnsavedChanges = ({ isDirty }: { isDirty: boolean }) => {
  const t = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    // The browser asks in its own words, Electron's main process in those of `shell.unsaved`.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <ConfirmDialog
      title={t('shell.unsaved')}
      description={t('shell.unsavedReason')}
      confirmLabel={t('shell.discard')}
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

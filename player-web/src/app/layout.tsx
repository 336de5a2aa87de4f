import { useOpenAuth } from '@openauth/client/react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslate } from '../i18n/i18n.ts'
import { useCancelledNotice } from '../session/use-cancelled-notice.ts'
import { useHostNavigation } from '../session/use-host-navigation.ts'
import { useIsTelegramLoginPending, useIsWalletShown } from '../session/telegram.tsx'
import { useOdysseyBinding, useReferralBinding } from '../session/use-bindings.ts'
import { useLoginSuccess } from '../session/use-login-success.ts'
import { CrashBoundary } from './crash.tsx'
import { OfflineNotice } from './offline.tsx'
import { firstSegment, hasTabBar, sectionOf } from './sections.ts'
import { Side } from './side.tsx'
import { TabBar } from './tab-bar.tsx'
import './layout.css'

const OdysseyDialog = lazy(() => import('./odyssey-dialog.tsx'))
/** In the query cache, since what was refused before the terms were accepted is read again after it. */
const TermsDialog = lazy(async () => {
  const [{ default: Dialog }, { withCache }] = await Promise.all([
    import('../features/terms/terms-dialog.tsx'),
    import('./cached.tsx'),
  ])
  return { default: withCache(Dialog) }
})
const DeletionNotice = lazy(() => import('../features/terms/deletion-notice.tsx'))

/** Moves the focus to the new page, which announces it to screen readers. */
const useFocusOnChange = (path: string) => {
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return main
}

/** Shown during a login without user action: on the return from a provider, and when Telegram opens the app. */
const LoadingOverlay = () => {
  const t = useTranslate()
  const { isLanding } = useOpenAuth()
  const isLoginPending = useIsTelegramLoginPending()
  return isLanding || isLoginPending ? <output className="overlay">{t('state.loading')}</output> : null
}

/** For users whose account is going to be deleted. */
const DeletionToCome = () => {
  const dueAt = useOpenAuth().profile?.deletionDueAt ?? null
  return dueAt === null ? null : (
    <Suspense>
      <DeletionNotice dueAt={dueAt} />
    </Suspense>
  )
}

/** For users of an app that has terms. */
const Terms = () => {
  const { profile, config } = useOpenAuth()
  if (!profile || !config || config.documents.length === 0) return null
  return (
    <Suspense>
      <TermsDialog key={`${profile.id} ${JSON.stringify(config.documents)}`} />
    </Suspense>
  )
}

/** Binds a stored Odyssey code, and says so once that is done. */
const Odyssey = () => {
  const [isBound, setIsBound] = useState(false)
  useOdysseyBinding(useCallback(() => setIsBound(true), []))
  return (
    isBound && (
      <Suspense>
        <OdysseyDialog onClose={() => setIsBound(false)} />
      </Suspense>
    )
  )
}

/** The frame of every page: its section's artwork, the column, the tabs, and overlays. */
export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const hasWallet = useIsWalletShown()
  const main = useFocusOnChange(pathname)
  useHostNavigation()
  useLoginSuccess()
  useCancelledNotice()
  useReferralBinding()
  const hasTabs = hasTabBar(pathname, new URLSearchParams(search))
  return (
    <div
      className="layout"
      data-section={sectionOf(pathname)}
      data-tabs={hasTabs || undefined}
      data-wide={firstSegment(pathname) === 'login' || undefined}
    >
      <a className="skip" href="#content">
        {t('nav.skip')}
      </a>
      <div className="layout-column">
        <OfflineNotice />
        <DeletionToCome />
        <main className="layout-main" id="content" ref={main} tabIndex={-1}>
          <CrashBoundary place={pathname}>{children}</CrashBoundary>
        </main>
      </div>
      <Side hasWallet={hasWallet} hasTabs={hasTabs} />
      {hasTabs && <TabBar hasWallet={hasWallet} />}
      <Odyssey />
      <Terms />
      <LoadingOverlay />
    </div>
  )
}

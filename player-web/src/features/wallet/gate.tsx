import { useOpenAuth } from '@openauth/client/react'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoggedOut } from './logged-out.tsx'

const Waiting = () => <Skeleton className="page" lines={4} />

/** Lets a user to the wallet's screens whose profile is known; all others see why they are not let. */
export const Gate = () => {
  const t = useTranslate()
  const { status, isAuthorized, profile, refresh } = useOpenAuth()
  if (status === 'loading') return <Waiting />
  if (!isAuthorized) return <LoggedOut />
  if (!profile) return <Failure message={t('login.profileFailed')} onRetry={() => void refresh()} />
  return (
    <Suspense fallback={<Waiting />}>
      <Outlet />
    </Suspense>
  )
}

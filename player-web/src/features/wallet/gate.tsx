import { useOpenAuth } from '@openauth/client/react'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { LoggedOut } from './logged-out.tsx'

const Waiting = () => <Skeleton className="page" lines={4} />

/** Shows the wallet's screens to users with a known profile, and a reason to all others. */
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

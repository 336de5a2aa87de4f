import { ErrorState } from '@openauth/ui/error-state'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet } from 'react-router-dom'
import { queries, serverQuery } from '../api/queries.ts'
import { SignedOut } from '../features/session/signed-out.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { LoadingPanel, Panel } from '../components/panel.tsx'

/** Lets signed-in operators through to the screens; shows others the server choice, the first set-up or the sign-in. */
export const Gate = () => {
  const t = useTranslate()
  const server = useQuery(serverQuery)
  if (server.isPending) return <LoadingPanel>{t('shell.starting')}</LoadingPanel>
  if (server.isError) {
    return (
      <Panel title={t('shell.startFailed')}>
        <ErrorState message={server.error.message} onRetry={() => void server.refetch()} />
      </Panel>
    )
  }
  const { address, signedIn } = server.data
  if (!address) return <Navigate to="/server" replace />
  return signedIn ? <Outlet /> : <SignedOut address={address} config={queries.setup.config()} />
}

import type { QueryOptions } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { ErrorState } from '@openauth/ui/error-state'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isInBrowser } from '../../api/transport.ts'
import { LoadingPanel, Panel } from '../../components/panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { FirstSetup } from '../setup/first-setup.tsx'
import { SignIn } from './sign-in.tsx'

interface Props {
  address: string
  config: QueryOptions<{ initialized: boolean }>
}

const ChangeServer = () => {
  const t = useTranslate()
  if (isInBrowser()) return null
  return (
    <Link className={buttonClass()} to="/server">
      {t('server.change')}
    </Link>
  )
}

/** Shows the sign-in page, or the set-up page if the server has no admin yet. */
export const SignedOut = ({ address, config }: Props) => {
  const t = useTranslate()
  const query = useQuery(config)
  if (query.isPending) return <LoadingPanel>{t('session.connecting', { address })}</LoadingPanel>
  if (query.isError) {
    return (
      <Panel title={t('session.wrongAnswer')}>
        <ErrorState
          title={address}
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          actions={<ChangeServer />}
        />
      </Panel>
    )
  }
  return query.data.initialized ? <SignIn address={address} /> : <FirstSetup address={address} />
}

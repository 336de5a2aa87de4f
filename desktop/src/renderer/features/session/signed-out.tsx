import type { QueryOptions } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isInBrowser } from '../../api/transport.ts'
import { Failed } from '../../components/failed.tsx'
import { Panel, LoadingPanel } from '../../components/panel.tsx'
import { FirstSetup } from '../setup/first-setup.tsx'
import { SignIn } from './sign-in.tsx'

interface Props {
  address: string
  config: QueryOptions<{ initialized: boolean }>
}

/** Shows the sign-in page, or the set-up page if the server has no admin yet. */
export const SignedOut = ({ address, config }: Props) => {
  const query = useQuery(config)
  if (query.isPending) return <LoadingPanel>{`Connecting to ${address}`}</LoadingPanel>
  if (query.isError) {
    return (
      <Panel title="The server did not answer correctly">
        <Failed error={query.error} onRetry={() => void query.refetch()}>
          {!isInBrowser() && <Link to="/server">Change server</Link>}
        </Failed>
      </Panel>
    )
  }
  return query.data.initialized ? <SignIn address={address} /> : <FirstSetup address={address} />
}

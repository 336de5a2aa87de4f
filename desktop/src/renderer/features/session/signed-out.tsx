import type { QueryOptions } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Failed } from '../../components/failed.tsx'
import { Panel, Waiting } from '../../components/panel.tsx'
import { FirstSetup } from '../setup/first-setup.tsx'
import { SignIn } from './sign-in.tsx'

interface Props {
  address: string
  config: QueryOptions<{ initialized: boolean }>
}

/** Asks the server whether it has an admin: if so they sign in, if not this operator becomes the first. */
export const SignedOut = ({ address, config }: Props) => {
  const query = useQuery(config)
  if (query.isPending) return <Waiting>{`Asking ${address}`}</Waiting>
  if (query.isError) {
    return (
      <Panel title="The server gave no good answer">
        <Failed error={query.error} onRetry={() => void query.refetch()}>
          <Link to="/server">Change server</Link>
        </Failed>
      </Panel>
    )
  }
  return query.data.initialized ? <SignIn address={address} /> : <FirstSetup address={address} />
}

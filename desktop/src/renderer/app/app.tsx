import { useQuery } from '@tanstack/react-query'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { Server } from '../../ipc.ts'
import { Failed } from '../components/failed.tsx'
import { Panel, Waiting } from '../components/panel.tsx'
import { ListApps } from '../features/apps/list-apps.tsx'
import { ChooseServer } from '../features/server/choose-server.tsx'
import { SignedOut } from '../features/session/signed-out.tsx'
import { queries, serverQuery } from '../api/queries.ts'
import { Shell } from './shell.tsx'

/** The pages of an operator who is signed in. */
const SignedIn = ({ address }: { address: string }) => (
  <Shell address={address}>
    <Routes>
      <Route path="/apps" element={<ListApps />} />
      <Route path="*" element={<Navigate to="/apps" replace />} />
    </Routes>
  </Shell>
)

const Inside = ({ address, signedIn }: Server) => {
  if (!address) return <Navigate to="/server" replace />
  return signedIn ? <SignedIn address={address} /> : <SignedOut address={address} config={queries.setup.config()} />
}

/** Leads to what comes next: a server, its first admin, signing in, the console. */
export const App = () => {
  const server = useQuery(serverQuery)
  if (server.isPending) return <Waiting>Starting</Waiting>
  if (server.isError) {
    return (
      <Panel title="The console did not start well">
        <Failed error={server.error} onRetry={() => void server.refetch()} />
      </Panel>
    )
  }
  return (
    <Routes>
      <Route path="/server" element={<ChooseServer address={server.data.address} />} />
      <Route path="*" element={<Inside {...server.data} />} />
    </Routes>
  )
}

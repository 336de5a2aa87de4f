import { useQuery } from '@tanstack/react-query'
import { Navigate, Route, Routes } from 'react-router-dom'
import type { Server } from '../../ipc.ts'
import { Failed } from '../components/failed.tsx'
import { Panel, LoadingPanel } from '../components/panel.tsx'
import { ListApps } from '../features/apps/list-apps.tsx'
import { ChooseServer } from '../features/server/choose-server.tsx'
import { SignedOut } from '../features/session/signed-out.tsx'
import { queries, serverQuery } from '../api/queries.ts'
import { isInBrowser } from '../api/transport.ts'
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

const Home = ({ address, signedIn }: Server) => {
  if (!address) return <Navigate to="/server" replace />
  return signedIn ? <SignedIn address={address} /> : <SignedOut address={address} config={queries.setup.config()} />
}

/** Shows the page of the current state: server choice, first admin, sign-in or the console. */
export const App = () => {
  const server = useQuery(serverQuery)
  if (server.isPending) return <LoadingPanel>Starting</LoadingPanel>
  if (server.isError) {
    return (
      <Panel title="The console could not start">
        <Failed error={server.error} onRetry={() => void server.refetch()} />
      </Panel>
    )
  }
  return (
    <Routes>
      {!isInBrowser() && <Route path="/server" element={<ChooseServer address={server.data.address} />} />}
      <Route path="*" element={<Home {...server.data} />} />
    </Routes>
  )
}

import { type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { Skeleton } from '../components/states.tsx'
import { LoginPage } from '../features/login/login-page.tsx'
import { useConfig } from '../config/config.ts'
import { useIsWalletShown } from '../session/telegram.tsx'
import { Layout } from './layout.tsx'
import { pages } from './pages.ts'

/** The target of unknown paths. It keeps the query. */
const ToLogin = () => <Navigate to={{ pathname: '/login', search: useLocation().search }} replace />

const Waiting = () => <Skeleton lines={4} className="page" />

/** A page that is switched off counts as an unknown path. */
const when = (isOn: boolean, page: ReactNode) => (isOn ? page : <ToLogin />)

/** All pages of the app, for any router. */
export const App = () => {
  const { switches, app } = useConfig()
  const hasWallet = useIsWalletShown()
  return (
    <Layout>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route path="/authorize/:uid" element={<pages.authorize />} />
          <Route path="/dapp" element={when(hasWallet, <pages.dapp />)} />
          <Route path="/earn" element={<pages.earn />} />
          <Route path="/game" element={when(switches.game, <pages.game />)} />
          <Route path="/login" element={<LoginPage />} />
          <Route path="/privacy" element={<pages.privacy />} />
          <Route path="/referral" element={when(switches.referral, <pages.referral />)} />
          <Route path="/tap/*" element={when(app.tapGame, <pages.tap />)} />
          <Route path="/wallet/*" element={when(hasWallet, <pages.wallet />)} />
          <Route path="*" element={<ToLogin />} />
        </Routes>
      </Suspense>
    </Layout>
  )
}

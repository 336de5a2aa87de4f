import { Failure } from '../../components/states.tsx'
import { useWallets } from '../../session/player.ts'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { Gate } from './gate.tsx'
import { OverviewScreen } from './overview/overview-screen.tsx'
import { SupportScreen } from './support/support-screen.tsx'
import './wallet.css'

/** Files of their own: the first screen needs none of their libraries and calls. */
const AppsScreen = lazyComponent(() => import('./apps/apps-screen.tsx'))
const ChangesScreen = lazyComponent(() => import('./changes/changes-screen.tsx'))
const DataScreen = lazyComponent(() => import('./data/data-screen.tsx'))
const ExportScreen = lazyComponent(() => import('./export/export-screen.tsx'))
const HistoryScreen = lazyComponent(() => import('./history/history-screen.tsx'))
const ReceiveScreen = lazyComponent(() => import('./receive/receive-screen.tsx'))
const SendScreen = lazyComponent(() => import('./send/send-screen.tsx'))

/** Shown by screens that need the wallet's address if it could not be read, with a button to try again. */
const NeedsAddress = () => {
  const { isError, isFetching, refetch } = useWallets()
  return isError ? <Failure isBusy={isFetching} onRetry={() => void refetch()} /> : <Outlet />
}

/** The target of unknown paths. It keeps the query. */
const ToLogin = () => <Navigate to={{ pathname: '/login', search: useLocation().search }} replace />

/** The wallet's screens. Users who are not logged in see the same page on all of them. */
const WalletRoutes = () => (
  <Routes>
    <Route element={<Gate />}>
      <Route index element={<OverviewScreen />} />
      <Route path="apps" element={<AppsScreen />} />
      <Route path="changes" element={<ChangesScreen />} />
      <Route path="data" element={<DataScreen />} />
      <Route path="export" element={<ExportScreen />} />
      <Route path="policy" element={<SupportScreen isPolicy />} />
      <Route path="support" element={<SupportScreen />} />
      <Route element={<NeedsAddress />}>
        <Route path="history" element={<HistoryScreen />} />
        <Route path="receive" element={<ReceiveScreen />} />
        <Route path="send" element={<SendScreen />} />
      </Route>
    </Route>
    <Route path="*" element={<ToLogin />} />
  </Routes>
)

export default WalletRoutes

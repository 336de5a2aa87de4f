import { Outlet } from 'react-router-dom'
import { Failure } from '../../components/states.tsx'
import { useWallets } from '../../session/companion.ts'

/** Screens that are nothing without the wallet's address: where it could not be read, they say so and ask again. */
export const NeedsAddress = () => {
  const { isError, isFetching, refetch } = useWallets()
  return isError ? <Failure isBusy={isFetching} onRetry={() => void refetch()} /> : <Outlet />
}

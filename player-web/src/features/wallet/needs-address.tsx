import { Outlet } from 'react-router-dom'
import { Failure } from '../../components/states.tsx'
import { useWallets } from '../../session/player.ts'

/** Shown by screens that need the wallet's address if it could not be read, with a button to try again. */
export const NeedsAddress = () => {
  const { isError, isFetching, refetch } = useWallets()
  return isError ? <Failure isBusy={isFetching} onRetry={() => void refetch()} /> : <Outlet />
}

import { useOpenAuth } from '@openauth/client/react'
import { Spinner } from '@openauth/ui/spinner'
import { Account } from '../features/account/account.tsx'
import { Login } from '../features/login/login.tsx'
import { Frame } from './frame.tsx'

const Waiting = () => (
  <output className="waiting">
    <Spinner size={20} />
    One moment …
  </output>
)

/** The one page: to log in, or what there is once one has. */
export const App = () => {
  const { isAuthorized, profile, status } = useOpenAuth()
  // A session whose user is known stays on the screen while a bind is finished.
  const isWaiting = status === 'loading' && !profile
  return <Frame>{isWaiting ? <Waiting /> : isAuthorized ? <Account /> : <Login />}</Frame>
}

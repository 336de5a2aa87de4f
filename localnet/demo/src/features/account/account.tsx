import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { AccountChanges } from './account-changes.tsx'
import { Identities } from './identities.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProfileCard } from './profile-card.tsx'
import { Reauthentication } from './reauthentication.tsx'
import { Sessions } from './sessions.tsx'
import { Wallets } from './wallets.tsx'
import './account.css'

const Unread = () => {
  const { refresh, logout } = useOpenAuth()
  return (
    <>
      <h1>Your profile could not be read</h1>
      <p className="lead" role="alert">
        You are logged in, but the server gave no good answer.
      </p>
      <div className="row">
        <Button variant="primary" onClick={refresh}>
          Try again
        </Button>
        <Button onClick={logout}>Leave</Button>
      </div>
    </>
  )
}

/** What a logged-in user has. */
export const Account = () => {
  const { profile } = useOpenAuth()
  if (!profile) return <Unread />
  return (
    <div className="account">
      <Reauthentication profile={profile} />
      <div className="account-column">
        <ProfileCard profile={profile} />
        <Wallets />
        <Passkeys />
        <Sessions />
      </div>
      <div className="account-column">
        <Identities profile={profile} />
        <AccountChanges />
      </div>
    </div>
  )
}

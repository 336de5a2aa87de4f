import { useOpenAuth } from '@openauth/client/react'
import { Avatar } from '@openauth/ui/avatar'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Mark } from '@openauth/ui/mark'
import type { ReactNode } from 'react'
import { nameOf } from '../features/account/name.ts'
import { useConfig } from './config.ts'

const Who = () => {
  const { isAuthorized, profile, logout } = useOpenAuth()
  if (!isAuthorized) return null
  return (
    <div className="who">
      {profile && <Avatar src={profile.avatar} name={nameOf(profile)} tone="accent" />}
      <Button variant="ghost" size="small" onClick={() => void logout()}>
        Log out
      </Button>
    </div>
  )
}

/** What stands around the page. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { apiUrl, appId, worldUrl } = useConfig()
  return (
    <div className="frame">
      <header className="frame-header">
        <Mark />
        <span className="wordmark">OpenAuth</span>
        <Badge>Demo</Badge>
        <Who />
      </header>
      <main className="page">{children}</main>
      <footer className="frame-footer">
        <a href={`${apiUrl}/docs`}>API reference</a>
        <a href={worldUrl}>Login providers on loopback</a>
        <a href={`${worldUrl}/outbox`}>Outbox</a>
        <span>
          App <code>{appId}</code>
        </span>
      </footer>
    </div>
  )
}

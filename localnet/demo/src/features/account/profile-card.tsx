import type { UserProfile } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { Avatar } from '@openauth/ui/avatar'
import { Card } from '@openauth/ui/card'
import { Copyable } from '@openauth/ui/copyable'
import { useEffect } from 'react'
import { nameOf } from './name.ts'
import { dateOf } from './time.ts'

/** Milliseconds after which the page looks again: the server fetches a new user's picture in the background. */
const looks = [1500, 4000, 10_000]

const useLatePicture = (hasPicture: boolean) => {
  const { refresh } = useOpenAuth()
  useEffect(() => {
    if (hasPicture) return undefined
    const timers = looks.map((after) => setTimeout(() => void refresh(), after))
    return () => timers.forEach(clearTimeout)
  }, [hasPicture, refresh])
}

export const ProfileCard = ({ profile }: { profile: UserProfile }) => {
  useLatePicture(profile.avatar !== null)
  return (
    <Card>
      <section className="profile" aria-label="Profile">
        <Avatar src={profile.avatar} name={nameOf(profile)} size="large" tone="accent" />
        <div>
          <h1>{nameOf(profile)}</h1>
          <p className="aside">Since {dateOf(profile.createdAt)}</p>
        </div>
        <dl className="facts">
          <div>
            <dt>User id</dt>
            <dd>
              <Copyable value={profile.id} name="user id" truncate={false} />
            </dd>
          </div>
          <div>
            <dt>Refer code</dt>
            <dd>
              <Copyable value={profile.referCode} name="refer code" truncate={false} />
            </dd>
          </div>
        </dl>
      </section>
    </Card>
  )
}

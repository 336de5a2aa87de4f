import type { UserProfile } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useEffect } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { Copyable } from '../../components/copyable.tsx'
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
    <section className="card profile" aria-label="Profile">
      <Avatar src={profile.avatar} name={nameOf(profile)} isLarge />
      <div>
        <h1>{nameOf(profile)}</h1>
        <p className="aside">Since {dateOf(profile.createdAt)}</p>
      </div>
      <dl className="facts">
        <dt>User id</dt>
        <dd>
          <Copyable text={profile.id} what="user id" />
        </dd>
        <dt>Refer code</dt>
        <dd>
          <Copyable text={profile.referCode} what="refer code" />
        </dd>
      </dl>
    </section>
  )
}

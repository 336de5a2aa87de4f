import type { UserProfile } from '@openauth/client'
import { Avatar } from '../../components/avatar.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { nameOf } from './name.ts'
import { dateOf } from './time.ts'

export const ProfileCard = ({ profile }: { profile: UserProfile }) => (
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

import { Avatar } from '@openauth/ui/avatar'
import { Copyable } from '@openauth/ui/copyable'
import { PageHeader } from '@openauth/ui/page-header'
import { useTranslate } from '../../../i18n/i18n.ts'
import { UserState } from '../state.tsx'
import { userName } from '../../../lib/user-name.ts'
import { Actions } from './actions.tsx'
import { useShownUser } from './user-ref.ts'

/** Who the user is, whether it may log in, and what an operator can do with it. */
export const Header = () => {
  const t = useTranslate()
  const { user } = useShownUser()
  const name = userName(user)
  return (
    <PageHeader
      title={
        <span className="user-title">
          <Avatar name={name} size="large" />
          <span className="user-title-name" dir="auto" title={name}>
            {name}
          </span>
        </span>
      }
      mark={
        <span className="user-title-mark">
          <UserState user={user} />
          <Copyable value={user.id} name={t('users.id')} truncate={[8, 4]} />
        </span>
      }
      actions={<Actions />}
    />
  )
}

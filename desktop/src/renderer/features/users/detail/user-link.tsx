import { Avatar } from '@openauth/ui/avatar'
import { Skeleton } from '@openauth/ui/skeleton'
import { truncateMiddle } from '@openauth/ui/truncate'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { userPath } from '../columns.tsx'
import { userName } from '../../../lib/user-name.ts'

/** A user of whom only the id is known, by its name; a deleted one by its id. `tab` is the tab that the link opens. */
export const UserLink = ({ appId, id, tab }: { appId: string; id: string; tab?: string }) => {
  const t = useTranslate()
  const user = useQuery(queries.users.get({ appId, id }))
  if (user.isPending) return <Skeleton width="8rem" />
  if (!user.data)
    return (
      <span className="user-none" title={id}>
        {t('users.deletedUser')} <code>{truncateMiddle(id, 8, 4)}</code>
      </span>
    )
  const name = userName(user.data)
  const path = userPath(appId, id)
  return (
    <span className="user-cell">
      <Avatar name={name} />
      <Link to={tab ? `${path}/${tab}` : path} dir="auto" title={name}>
        {name}
      </Link>
    </span>
  )
}

import { Avatar } from '@openauth/ui/avatar'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { userPath } from '../../../navigation/addresses.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { userName } from '../../../lib/user-name.ts'

const SHOWN = 6

/** The users who registered last. */
export const NewestUsers = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const newest = useQuery(queries.users.find({ appId, sortBy: 'createdAt', order: 'desc', limit: SHOWN }))
  const all = <Link to={`/apps/${appId}/users`}>{t('appOverview.allUsers')}</Link>
  return (
    <Section title={t('appOverview.newest')} actions={all}>
      <Card isFlush>
        <Loaded query={newest}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={t('appOverview.noUsers')} reason={t('appOverview.noUsersReason')} />
            ) : (
              <ul className="app-newest">
                {data.map((user) => (
                  <li key={user.id}>
                    <Avatar name={userName(user)} />
                    <Link to={userPath(appId, user.id)} dir="auto" title={userName(user)}>
                      {userName(user)}
                    </Link>
                    <Time at={user.createdAt} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { useOwnAdmin } from '../../api/rights.ts'
import { AdminSessions } from '../../components/admin-sessions.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useCrumb } from '../../navigation/crumb.ts'

/** Where another admin is signed in; for owners. */
export const SessionsOfAdmin = () => {
  const t = useTranslate()
  const own = useOwnAdmin()
  const admin = useQuery(queries.admins.get({ id: Number(useParams()['adminId']) }))
  useCrumb(admin.data?.username)
  return (
    <div className="screen">
      <Loaded query={admin}>
        {({ id, username }) => (
          <AdminSessions
            adminId={id}
            isOwn={id === own?.id}
            title={t('admins.sessionsOf', { name: username })}
            lead={t('admins.sessionsLead')}
          />
        )}
      </Loaded>
    </div>
  )
}

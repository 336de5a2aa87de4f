import { useQuery } from '@tanstack/react-query'
import { whoamiQuery } from '../../api/rights.ts'
import { AdminSessions } from '../../components/admin-sessions.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useTranslate } from '../../i18n/i18n.ts'

/** Where the operator is signed in. */
export const OwnSessions = () => {
  const t = useTranslate()
  const me = useQuery(whoamiQuery)
  return (
    <div className="screen">
      <Loaded query={me}>
        {({ id }) => (
          <AdminSessions adminId={id} isOwn title={t('account.sessions')} lead={t('account.sessionsLead')} />
        )}
      </Loaded>
    </div>
  )
}

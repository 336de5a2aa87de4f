import { endpoints } from '@openauth/client'
import type { Client } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { type ReactElement, useMemo } from 'react'
import { client, queries } from '../../../api/queries.ts'
import { tableOf } from '../../../components/loaded.tsx'
import { May } from '../../../components/may.tsx'
import { type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import type { Locale } from '../../../i18n/locales.ts'
import { Method } from '../method.tsx'
import { userName } from '../../../lib/user-name.ts'
import { deviceOf } from '../../../lib/device.ts'
import { placeText } from '../../../lib/place.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'

type Session = Awaited<ReturnType<Client['users']['sessions']>>[number]

/** "Chrome 126 on macOS", as far as the user agent says. */
export const deviceText = (userAgent: string | null, t: Translate): string => {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('users.device', { browser, system })
  return browser ?? system ?? t('users.unknownDevice')
}

const idOf = ({ id }: Session) => id

const EndSession = ({ session }: { session: Session }) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const changed = useUserChanged()
  const device = deviceText(session.userAgent, t)
  const end = async () => {
    await client.users.revokeSession({ ...scope, sessionId: session.id })
    await changed()
    toast.success(t('users.sessionsEnded', { count: 1 }))
  }
  return (
    <ConfirmDialog
      title={t('users.endSession')}
      description={t('users.endSessionLead', { device })}
      confirmLabel={t('users.endSession')}
      onConfirm={end}
      trigger={
        <Button size="small" variant="ghost" aria-label={`${t('users.endSession')}: ${device}`}>
          {t('users.end')}
        </Button>
      }
    />
  )
}

/** Only for a server that knows places. */
const placeColumn = (locale: Locale, t: Translate): DataColumn<Session> => ({
  id: 'place',
  title: t('users.placeTitle'),
  cell: (session) => placeText(session, locale, t) ?? '–',
})

const sessionColumns = (t: Translate, places: DataColumn<Session>[]): DataColumn<Session>[] => [
  {
    id: 'device',
    title: t('users.deviceTitle'),
    isRequired: true,
    width: 'minmax(11rem, 1.4fr)',
    cell: ({ userAgent }) => <span title={userAgent ?? undefined}>{deviceText(userAgent, t)}</span>,
  },
  { id: 'ip', title: t('users.ip'), cell: ({ ip }) => (ip ? <code>{ip}</code> : '–') },
  ...places,
  { id: 'method', title: t('users.method'), cell: ({ method }) => <Method method={method} /> },
  { id: 'lastUsedAt', title: t('users.lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { id: 'createdAt', title: t('users.loggedIn'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'expiresAt', title: t('users.expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'end',
    title: t('users.endSession'),
    isTitleHidden: true,
    isRequired: true,
    width: '5.5rem',
    isNumber: true,
    cell: (session) => (
      <May call={endpoints.users.revokeSession}>
        <EndSession session={session} />
      </May>
    ),
  },
]

interface EndProps {
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Asks, then ends all sessions of the user. */
export const EndSessions = (props: EndProps) => {
  const t = useTranslate()
  const { user, scope } = useShownUser()
  const changed = useUserChanged()
  const end = async () => {
    const { ended } = await client.users.endSessions(scope)
    await changed()
    toast.success(t('users.sessionsEnded', { count: ended }))
  }
  return (
    <ConfirmDialog
      {...props}
      title={t('users.endSessions')}
      description={t('users.endSessionsLead', { name: userName(user).slice(0, 80) })}
      confirmLabel={t('users.endSessions')}
      onConfirm={end}
    />
  )
}

/** Where the user is logged in. */
export const Sessions = () => {
  const t = useTranslate()
  const locale = useLocale()
  const { scope } = useShownUser()
  const sessions = useQuery(queries.users.sessions(scope))
  const rows = sessions.data
  const hasPlaces = rows?.some(({ country, city }) => country !== null || city !== null) === true
  const columns = useMemo(
    () => sessionColumns(t, hasPlaces ? [placeColumn(locale, t)] : []),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, hasPlaces],
  )
  return (
    <DataTable
      label={t('users.sessions')}
      columns={columns}
      {...tableOf(sessions, rows)}
      rowId={idOf}
      rowName={({ userAgent }) => deviceText(userAgent, t)}
      storageKey="sessions-of-user"
      toolbar={<p className="user-lead">{t('users.sessionsLead')}</p>}
      actions={
        rows && rows.length > 0 ? (
          <May call={endpoints.users.endSessions}>
            <EndSessions trigger={<Button size="small">{t('users.endSessions')}</Button>} />
          </May>
        ) : undefined
      }
      empty={{
        icon: <MonitorSmartphone size={18} />,
        title: t('users.noSessions'),
        reason: t('users.noSessionsReason'),
      }}
    />
  )
}

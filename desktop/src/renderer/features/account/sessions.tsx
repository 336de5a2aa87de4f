import type { Client } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { DataTable, type DataColumn } from '@openauth/ui/data-table'
import { PageHeader } from '@openauth/ui/page-header'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useMemo } from 'react'
import { client } from '../../api/queries.ts'
import { deviceOf } from '../../lib/device.ts'
import { codeOf } from '../../components/problems.ts'
import { tableOf } from '../../components/loaded.tsx'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'

type Session = Awaited<ReturnType<Client['adminSessions']['list']>>['data'][number]

const PAGE = 100

/** The API lists the sessions of all admins; an operator sees the own ones. */
const ownSessions = async (signal: AbortSignal): Promise<Session[]> => {
  const { id } = await client.setup.whoami({}, { signal })
  const first = await client.adminSessions.list({ page: 1, limit: PAGE }, { signal })
  const others = Array.from({ length: first.meta.totalPages - 1 }, (_, index) =>
    client.adminSessions.list({ page: index + 2, limit: PAGE }, { signal }),
  )
  const pages = [first, ...(await Promise.all(others))]
  return pages.flatMap(({ data }) => data.filter(({ adminId }) => adminId === id))
}

const sessionsQuery = {
  queryKey: ['adminSessions', 'own'],
  queryFn: ({ signal }: { signal: AbortSignal }) => ownSessions(signal),
}

/** Ends a session; one that has ended by itself is no error. */
const end = async (id: string): Promise<void> => {
  try {
    await client.adminSessions.revoke({ id })
  } catch (error) {
    if (codeOf(error as Error) !== 'session_not_found') throw error
  }
}

const deviceText = ({ userAgent, deviceName }: Session, t: Translate): string => {
  if (deviceName !== null)
    return deviceName ? t('account.commandLineOn', { name: deviceName }) : t('account.commandLine')
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('account.device', { browser, system })
  return browser ?? system ?? t('account.unknownDevice')
}

const useEnd = () => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return async (sessions: readonly Session[]) => {
    try {
      await Promise.all(sessions.map(({ id }) => end(id)))
      toast.success(t('account.ended', { count: sessions.length }))
    } finally {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    }
  }
}

const Revoke = ({ session, t }: { session: Session; t: Translate }) => {
  const endAll = useEnd()
  if (session.current) return null
  return (
    <ConfirmDialog
      title={t('account.revokeTitle')}
      description={t('account.revokeLead', { device: deviceText(session, t) })}
      confirmLabel={t('account.revoke')}
      onConfirm={() => endAll([session])}
      trigger={<Button size="small">{t('account.revoke')}</Button>}
    />
  )
}

const columnsOf = (t: Translate): DataColumn<Session>[] => [
  {
    id: 'device',
    title: t('account.deviceColumn'),
    isRequired: true,
    width: 'minmax(14rem, 2fr)',
    cell: (session) => (
      <span title={session.userAgent ?? undefined}>
        {deviceText(session, t)} {session.current && <Badge tone="success">{t('account.current')}</Badge>}
      </span>
    ),
  },
  { id: 'ip', title: t('account.ip'), cell: ({ ip }) => ip ?? '–' },
  { id: 'lastUsedAt', title: t('account.lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { id: 'createdAt', title: t('account.signedIn'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'expiresAt', title: t('account.expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    id: 'actions',
    title: t('account.revoke'),
    isTitleHidden: true,
    isRequired: true,
    width: '8rem',
    cell: (session) => <Revoke session={session} t={t} />,
  },
]

const idOf = ({ id }: Session) => id

const RevokeOthers = ({ others, t }: { others: readonly Session[]; t: Translate }) => {
  const endAll = useEnd()
  return (
    <ConfirmDialog
      title={t('account.revokeOthers')}
      description={t('account.revokeOthersLead', { count: others.length })}
      confirmLabel={t('account.revokeOthers')}
      onConfirm={() => endAll(others)}
      trigger={<Button>{t('account.revokeOthers')}</Button>}
    />
  )
}

/** Where the operator is signed in. */
export const OwnSessions = () => {
  const t = useTranslate()
  const locale = useLocale()
  const sessions = useQuery(sessionsQuery)
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t), [locale])
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  const empty = {
    title: t('account.noSessions'),
    reason: t('account.sessionsLead'),
    icon: <MonitorSmartphone size={18} />,
  }
  return (
    <div className="screen">
      <title>{`${t('account.sessions')} · OpenAuth`}</title>
      <PageHeader
        title={t('account.sessions')}
        description={t('account.sessionsLead')}
        actions={others.length > 0 && <RevokeOthers others={others} t={t} />}
      />
      <DataTable
        label={t('account.sessions')}
        columns={columns}
        {...tableOf(sessions, sessions.data)}
        rowId={idOf}
        rowName={(session) => deviceText(session, t)}
        empty={empty}
      />
    </div>
  )
}

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
import { client } from '../api/queries.ts'
import { type Translate, useLocale, useTranslate } from '../i18n/i18n.ts'
import type { Locale } from '../i18n/locales.ts'
import { deviceOf } from '../lib/device.ts'
import { placeText } from '../lib/place.ts'
import { tableOf } from './loaded.tsx'
import { codeOf } from './problems.ts'

type Session = Awaited<ReturnType<Client['adminSessions']['list']>>['data'][number]

const PAGE = 100

const sessionsOf = async (adminId: number, signal: AbortSignal): Promise<Session[]> => {
  const read = (page: number) => client.adminSessions.list({ adminId, page, limit: PAGE }, { signal })
  const first = await read(1)
  const others = await Promise.all(Array.from({ length: first.meta.totalPages - 1 }, (_, index) => read(index + 2)))
  return [first, ...others].flatMap(({ data }) => data)
}

const queryOf = (adminId: number) => ({
  queryKey: ['adminSessions', 'of', adminId],
  queryFn: ({ signal }: { signal: AbortSignal }) => sessionsOf(adminId, signal),
})

/** Ends a session; one that has ended by itself is no error. */
const end = async (id: string): Promise<number> => {
  try {
    await client.adminSessions.revoke({ id })
  } catch (error) {
    if (codeOf(error as Error) !== 'session_not_found') throw error
  }
  return 1
}

const deviceText = ({ userAgent, deviceName }: Session, t: Translate): string => {
  if (deviceName !== null)
    return deviceName ? t('account.commandLineOn', { name: deviceName }) : t('account.commandLine')
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('account.device', { browser, system })
  return browser ?? system ?? t('account.unknownDevice')
}

const useEnd = (adminId: number) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return async (ending: () => Promise<number>) => {
    try {
      const count = await ending()
      toast.success(t('account.ended', { count }))
    } finally {
      await queryClient.invalidateQueries({ queryKey: queryOf(adminId).queryKey })
    }
  }
}

const Revoke = ({ session, t }: { session: Session; t: Translate }) => {
  const run = useEnd(session.adminId)
  if (session.current) return null
  const device = deviceText(session, t)
  return (
    <ConfirmDialog
      title={t('account.revokeTitle')}
      description={t('account.revokeLead', { device })}
      confirmLabel={t('account.revoke')}
      onConfirm={() => run(() => end(session.id))}
      trigger={
        <Button size="small" aria-label={`${t('account.revoke')}: ${device}`}>
          {t('account.revoke')}
        </Button>
      }
    />
  )
}

/** Only for a server that knows places. */
const placeColumn = (locale: Locale, t: Translate): DataColumn<Session> => ({
  id: 'place',
  title: t('account.place'),
  cell: (session) => placeText(session, locale, t) ?? '–',
})

const columnsOf = (t: Translate, places: DataColumn<Session>[]): DataColumn<Session>[] => [
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
  ...places,
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

interface RevokeAllProps {
  adminId: number
  /** How many sessions end. */
  count: number
  isOwn: boolean
}

const RevokeAll = ({ adminId, count, isOwn }: RevokeAllProps) => {
  const t = useTranslate()
  const run = useEnd(adminId)
  const title = t(isOwn ? 'account.revokeOthers' : 'account.revokeAll')
  return (
    <ConfirmDialog
      title={title}
      description={t(isOwn ? 'account.revokeOthersLead' : 'account.revokeAllLead', { count })}
      confirmLabel={title}
      onConfirm={() => run(async () => (await client.adminSessions.revokeOthers({ adminId })).ended)}
      trigger={<Button>{title}</Button>}
    />
  )
}

interface Props {
  adminId: number
  isOwn: boolean
  title: string
  lead: string
}

/** Where an admin is signed in, with what ends these sessions. */
export const AdminSessions = ({ adminId, isOwn, title, lead }: Props) => {
  const t = useTranslate()
  const locale = useLocale()
  const sessions = useQuery(queryOf(adminId))
  const hasPlaces = sessions.data?.some(({ country, city }) => country !== null || city !== null) === true
  const columns = useMemo(
    () => columnsOf(t, hasPlaces ? [placeColumn(locale, t)] : []),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, hasPlaces],
  )
  const count = sessions.data?.filter(({ current }) => !current).length ?? 0
  return (
    <>
      <title>{`${title} · OpenAuth`}</title>
      <PageHeader
        title={title}
        description={lead}
        actions={count > 0 && <RevokeAll adminId={adminId} count={count} isOwn={isOwn} />}
      />
      <DataTable
        label={title}
        columns={columns}
        {...tableOf(sessions, sessions.data)}
        rowId={idOf}
        rowName={(session) => deviceText(session, t)}
        empty={{ title: t('account.noSessions'), reason: lead, icon: <MonitorSmartphone size={18} /> }}
      />
    </>
  )
}

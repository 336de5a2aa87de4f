import type { Client } from '@openauth/client'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMemo } from 'react'
import { queries } from '../../../api/queries.ts'
import { tableOf } from '../../../components/loaded.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { Method } from '../method.tsx'
import { deviceText } from './sessions.tsx'
import { useShownUser } from './user-ref.ts'

type Change = Awaited<ReturnType<Client['users']['accountChanges']>>[number]

const idOf = ({ id }: Change) => id

const kindTitles: Record<Change['kind'], MessageId> = {
  bind: 'users.didBind',
  unbind: 'users.didUnbind',
  passkey_add: 'users.didPasskeyAdd',
  passkey_remove: 'users.didPasskeyRemove',
  password_change: 'users.didPasswordChange',
  key_export: 'users.didKeyExport',
  data_export: 'users.didDataExport',
  deletion_request: 'users.didDeletionRequest',
  deletion_cancel: 'users.didDeletionCancel',
  support_access: 'users.didSupportAccess',
}

const listColumns = (t: Translate): DataColumn<Change>[] => [
  {
    id: 'kind',
    title: t('users.event'),
    isRequired: true,
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ kind }) => t(kindTitles[kind]),
  },
  { id: 'method', title: t('users.method'), cell: ({ method }) => <Method method={method} /> },
  {
    id: 'display',
    title: t('users.account'),
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ display }) => <span dir="auto">{display ?? '–'}</span>,
  },
  {
    id: 'device',
    title: t('users.deviceTitle'),
    cell: ({ userAgent }) => <span title={userAgent ?? undefined}>{deviceText(userAgent, t)}</span>,
  },
  { id: 'ip', title: t('users.ip'), cell: ({ ip }) => (ip ? <code>{ip}</code> : '–') },
  { id: 'createdAt', title: t('users.time'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'undoneAt', title: t('users.undone'), cell: ({ undoneAt }) => (undoneAt ? <Time at={undoneAt} /> : '–') },
]

/** Changes of the user's login methods and exports of its private key in the last 30 days. */
export const AccountChanges = () => {
  const t = useTranslate()
  const locale = useLocale()
  const { scope } = useShownUser()
  const list = useQuery(queries.users.accountChanges(scope))
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => listColumns(t), [locale])
  return (
    <DataTable
      label={t('users.changes')}
      columns={columns}
      {...tableOf(list, list.data)}
      rowId={idOf}
      rowName={({ id }) => id}
      storageKey="changes-of-user"
      toolbar={<p className="user-lead">{t('users.changesLead')}</p>}
      empty={{ icon: <ShieldCheck size={18} />, title: t('users.noChanges'), reason: t('users.noChangesReason') }}
    />
  )
}

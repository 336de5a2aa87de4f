import type { Client } from '@openauth/client'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import Blocks from 'lucide-react/icons/blocks'
import { useMemo } from 'react'
import { queries } from '../../../api/queries.ts'
import { tableOf } from '../../../components/loaded.tsx'
import { type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { useShownUser } from './user-ref.ts'

type Dapp = Awaited<ReturnType<Client['users']['dappPermissions']>>[number]

const idOf = ({ id }: Dapp) => id

const listColumns = (t: Translate): DataColumn<Dapp>[] => [
  {
    id: 'name',
    title: t('users.dapp'),
    isRequired: true,
    cell: ({ name }) => <span dir="auto">{name ?? '–'}</span>,
  },
  {
    id: 'origin',
    title: t('users.origin'),
    width: 'minmax(12rem, 1.6fr)',
    cell: ({ origin }) => <code title={origin}>{origin}</code>,
  },
  { id: 'createdAt', title: t('users.connected'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { id: 'lastUsedAt', title: t('users.lastUsed'), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
]

/** The dapps that may read the address of the user's wallet without asking. Every signature is asked for anew. */
export const Dapps = () => {
  const t = useTranslate()
  const locale = useLocale()
  const { scope } = useShownUser()
  const list = useQuery(queries.users.dappPermissions(scope))
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => listColumns(t), [locale])
  return (
    <DataTable
      label={t('users.dapps')}
      columns={columns}
      {...tableOf(list, list.data)}
      rowId={idOf}
      rowName={({ origin }) => origin}
      storageKey="dapps-of-user"
      toolbar={<p className="user-lead">{t('users.dappsLead')}</p>}
      empty={{ icon: <Blocks size={18} />, title: t('users.noDapps'), reason: t('users.noDappsReason') }}
    />
  )
}

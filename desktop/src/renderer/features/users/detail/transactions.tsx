import { type TransactionStatus, transactionStatuses } from '@openauth/client'
import { DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { Select } from '@openauth/ui/select'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useMemo } from 'react'
import { client, queries } from '../../../api/queries.ts'
import { CsvExport, type ReadPage } from '../../../components/csv-export.tsx'
import { CursorPages } from '../../../components/cursor-pages.tsx'
import { errorStateOf } from '../../../components/loaded.tsx'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { type ListAddress, useListAddress } from '../../../lib/list-address.ts'
import { type Send, sendColumns, sendCsvColumns, statusTitles, usePageOfTransaction } from './send-columns.tsx'
import { useShownUser } from './user-ref.ts'

const ALL = 'all'
const idOf = ({ id }: Send) => id

const statusOf = (params: URLSearchParams): TransactionStatus | undefined =>
  transactionStatuses.find((status) => status === params.get('status'))

const Filters = ({ address }: { address: ListAddress }) => {
  const t = useTranslate()
  const status = statusOf(address.params)
  const options = transactionStatuses.map((value) => ({ value: value as string, label: t(statusTitles[value]) }))
  return (
    <FilterBar
      search={address.params.get('q') ?? ''}
      onSearchChange={(q) => address.change({ q: q.slice(0, 200) })}
      searchPlaceholder={t('users.sendSearch')}
    >
      <Select
        className="user-filter-select"
        label={t('users.state')}
        isLabelHidden
        value={status ?? ALL}
        options={[{ value: ALL, label: t('users.allStates') }, ...options]}
        onValueChange={(value) => address.change({ status: value === ALL ? undefined : value })}
      />
    </FilterBar>
  )
}

/** The input of the list, but its page. */
const filtersOf = (params: URLSearchParams, { appId, id }: { appId: string; id: string }) => {
  const q = params.get('q')?.slice(0, 200)
  const status = statusOf(params)
  const order = params.get('sort') === 'createdAt' ? ('asc' as const) : ('desc' as const)
  return { appId, userId: id, order, ...(q && { q }), ...(status && { status }) }
}

/** The user's sends on all networks, with the state that the chain last reported. */
export const Transactions = () => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const { scope } = useShownUser()
  const filters = filtersOf(address.params, scope)
  const { cursor, limit, before } = address.page
  const input = { ...filters, limit, ...(cursor && { cursor }) }
  const sends = useQuery({ ...queries.adminTransactions.list(input), placeholderData: keepPreviousData })
  const pageOfTransaction = usePageOfTransaction()
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => sendColumns(t, pageOfTransaction), [locale, pageOfTransaction])
  const rows = sends.data?.data
  const readPage: ReadPage<Send> = (next, signal) =>
    client.adminTransactions.list({ ...filters, limit: 100, ...(next && { cursor: next }) }, { signal })
  const isFiltered = filters.q !== undefined || filters.status !== undefined
  return (
    <DataTable
      label={t('users.transactions')}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={idOf}
      sort={{ id: 'createdAt', isDescending: filters.order === 'desc' }}
      onSortChange={({ isDescending }) => address.change({ sort: isDescending ? undefined : 'createdAt' })}
      isLoading={sends.isPending || sends.isPlaceholderData}
      total={sends.data?.meta.totalIsCapped ? undefined : sends.data?.meta.totalItems}
      firstIndex={before}
      storageKey="sends-of-user"
      toolbar={<Filters address={address} />}
      actions={<CsvExport name="transactions" columns={sendCsvColumns(t)} readPage={readPage} />}
      footer={<CursorPages address={address} meta={sends.data?.meta} shown={rows?.length ?? 0} />}
      error={errorStateOf(sends)}
      empty={{
        icon: <ArrowLeftRight size={18} />,
        title: t(isFiltered ? 'users.noSendMatches' : 'users.noSends'),
        reason: t(isFiltered ? 'users.noSendMatchesReason' : 'users.noSendsReason'),
      }}
    />
  )
}

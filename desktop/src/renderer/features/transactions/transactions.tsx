import type { TableSort } from '@openauth/ui/data-table'
import { DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CsvExport } from '../../components/csv-export.tsx'
import { CursorPages } from '../../components/cursor-pages.tsx'
import { chipsOf, FilterMenu, noFilters } from '../../components/filter-menu.tsx'
import { errorStateOf } from '../../components/loaded.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type ListAddress, useListAddress } from '../../lib/list-address.ts'
import { transactionColumns, transactionCsv } from './columns.tsx'
import { TransactionDetails } from './details.tsx'
import { type FoundTransaction, filtersIn, pageInput, transactionFields } from './filters.ts'
import './transactions.css'

const EXPORT_PAGE = 100

const idOf = (row: FoundTransaction) => row.id
const nameOf = (row: FoundTransaction) => row.id

const useFields = (appId: string | undefined) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: appId === undefined })
  return useMemo(
    () => transactionFields(t, appId === undefined ? (apps.data ?? []) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, apps.data, appId],
  )
}

const Filters = ({ address, appId }: { address: ListAddress; appId: string | undefined }) => {
  const t = useTranslate()
  const fields = useFields(appId)
  const { params, change } = address
  return (
    <FilterBar
      search={params.get('q') ?? ''}
      onSearchChange={(q) => change({ q })}
      searchPlaceholder={t('transactions.search')}
      chips={chipsOf(fields, params)}
      onRemove={(name) => change({ [name]: undefined })}
      onClear={() => change(noFilters(fields))}
    >
      <FilterMenu fields={fields} params={params} onChange={change} />
    </FilterBar>
  )
}

const List = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const { params, page, change } = address
  const [opened, setOpened] = useState<FoundTransaction>()
  const filters = filtersIn(params, appId)
  const list = useQuery({
    ...queries.adminTransactions.list(pageInput(filters, page)),
    placeholderData: keepPreviousData,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => transactionColumns(t, appId !== undefined), [locale, appId])
  const sort: TableSort = { id: 'createdAt', isDescending: filters.order !== 'asc' }
  const isFiltered = Object.keys(filters).some((name) => name !== 'order' && !(appId && name === 'appId'))
  return (
    <>
      <DataTable
        label={t('transactions.title')}
        columns={columns}
        rows={list.data?.data}
        rowId={idOf}
        rowName={nameOf}
        sort={sort}
        onSortChange={({ isDescending }) => change({ order: isDescending ? undefined : 'asc' })}
        onOpen={setOpened}
        isLoading={list.isFetching}
        error={list.data ? undefined : errorStateOf(list)}
        empty={
          isFiltered
            ? { title: t('transactions.noMatch'), reason: t('transactions.noMatchReason') }
            : {
                title: t('transactions.none'),
                reason: t('transactions.noneReason'),
                icon: <ArrowLeftRight size={18} />,
              }
        }
        total={list.data?.meta.totalItems}
        firstIndex={page.before}
        storageKey="OpenAuth:Console:Columns:transactions"
        toolbar={<Filters address={address} appId={appId} />}
        actions={
          <CsvExport
            name="transactions"
            columns={transactionCsv}
            readPage={(cursor, signal) =>
              client.adminTransactions.list(pageInput(filters, { cursor, limit: EXPORT_PAGE }), { signal })
            }
          />
        }
        footer={<CursorPages address={address} meta={list.data?.meta} shown={list.data?.data.length ?? 0} />}
      />
      <TransactionDetails row={opened} onClose={() => setOpened(undefined)} onFilter={change} />
    </>
  )
}

/** The sends of the users of all apps; within an app, of its users. */
export const Transactions = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('transactions.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('transactions.title')}
        description={t(appId ? 'transactions.leadApp' : 'transactions.lead')}
      />
      <List key={appId} appId={appId} />
    </div>
  )
}

import { DataTable } from '@openauth/ui/data-table'
import type { EmptyStateProps } from '@openauth/ui/empty-state'
import { FilterBar } from '@openauth/ui/filter-bar'
import { Button } from '@openauth/ui/button'
import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import UsersIcon from 'lucide-react/icons/users'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CsvExport, type ReadPage } from '../../components/csv-export.tsx'
import { CursorPages } from '../../components/cursor-pages.tsx'
import { errorStateOf } from '../../components/loaded.tsx'
import { useHasSomeApps } from '../../api/rights.ts'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type ListAddress, useListAddress } from '../../lib/list-address.ts'
import { userColumns, userCsvColumns, userPath, type UserRow } from './columns.tsx'
import { FilterControls, useFilterChips } from './filter-controls.tsx'
import { filterNames, filtersOf, findInput, sortOf, sortText } from './filters.ts'
import { userName } from '../../lib/user-name.ts'
import './users.css'

/** Rows of a request of the export: the most that the API gives. */
const EXPORT_LIMIT = 100

const idOf = (user: UserRow) => user.id
const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const Filters = ({ address }: { address: ListAddress }) => {
  const t = useTranslate()
  const filters = filtersOf(address.params)
  return (
    <FilterBar
      search={filters.q ?? ''}
      onSearchChange={(q) => address.change({ q: q.slice(0, 320) })}
      searchPlaceholder={t('users.search')}
      chips={useFilterChips(filters)}
      onRemove={(id) => address.change({ [id]: undefined })}
      onClear={() => address.change(noFilters)}
    >
      <FilterControls filters={filters} onChange={address.change} />
    </FilterBar>
  )
}

const useEmpty = (address: ListAddress): EmptyStateProps => {
  const t = useTranslate()
  const icon = <UsersIcon size={18} />
  if (Object.keys(filtersOf(address.params)).length === 0)
    return { title: t('users.none'), reason: t('users.noneReason'), icon }
  const clear = <Button onClick={() => address.change({ ...noFilters, q: undefined })}>{t('users.showAll')}</Button>
  return { title: t('users.noMatch'), reason: t('users.noMatchReason'), icon, action: clear }
}

const Export = ({ appId, params }: { appId: string | undefined; params: URLSearchParams }) => {
  const t = useTranslate()
  const readPage: ReadPage<UserRow> = (cursor, signal) =>
    client.users.find(findInput(params, appId, { cursor, limit: EXPORT_LIMIT }), { signal })
  return <CsvExport name="users" columns={userCsvColumns(t)} readPage={readPage} />
}

const Table = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const address = useListAddress()
  const { params, page } = address
  const users = useQuery({ ...queries.users.find(findInput(params, appId, page)), placeholderData: keepPreviousData })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => userColumns(t, appId === undefined), [locale, appId])
  const rows = users.data?.data
  return (
    <DataTable
      label={t('users.title')}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={userName}
      sort={sortOf(params)}
      onSortChange={(sort) => address.change({ sort: sortText(sort) })}
      onOpen={(user) => void navigate(userPath(user.app.id, user.id))}
      isLoading={users.isPending || users.isPlaceholderData}
      total={users.data?.meta.totalIsCapped ? undefined : users.data?.meta.totalItems}
      firstIndex={page.before}
      storageKey={appId ? 'users-of-app' : 'users'}
      toolbar={<Filters address={address} />}
      actions={<Export appId={appId} params={params} />}
      footer={<CursorPages address={address} meta={users.data?.meta} shown={rows?.length ?? 0} />}
      error={errorStateOf(users)}
      empty={useEmpty(address)}
      maxHeight="calc(100vh - 15rem)"
    />
  )
}

const ListScreen = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const ofApps = useHasSomeApps() ? 'users.leadOwn' : 'users.lead'
  const lead = appId ? 'users.leadOfApp' : ofApps
  return (
    <div className="screen screen-wide">
      <title>{`${t('users.title')} · OpenAuth`}</title>
      <PageHeader title={t('users.title')} description={t(lead)} />
      {/* The filters of one app are none of another's. */}
      <Table key={appId} appId={appId} />
    </div>
  )
}

/** The users of all apps. */
export const ListUsers = () => <ListScreen appId={undefined} />

/** The users of the app in the address. */
export const ListAppUsers = () => <ListScreen appId={useParams()['appId']} />

import type { TableSort } from '@openauth/ui/data-table'
import { DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CsvExport } from '../../components/csv-export.tsx'
import { CursorPages } from '../../components/cursor-pages.tsx'
import { chipsOf, FilterMenu, noFilters } from '../../components/filter-menu.tsx'
import { errorStateOf } from '../../components/loaded.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type ListAddress, useListAddress } from '../../lib/list-address.ts'
import { auditColumns, auditCsv } from './columns.tsx'
import { EventDetails } from './details.tsx'
import { type AuditEvent, filtersIn, pageInput } from './events.ts'
import { auditFields } from './fields.ts'
import './audit.css'

const EXPORT_PAGE = 100

const idOf = (event: AuditEvent) => event.id
const nameOf = (event: AuditEvent) => event.action

const useFields = (appId: string | undefined) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: appId === undefined })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  return useMemo(() => auditFields(t, apps.data, appId), [locale, apps.data, appId])
}

const Filters = ({ address, appId }: { address: ListAddress; appId: string | undefined }) => {
  const t = useTranslate()
  const fields = useFields(appId)
  const { params, change } = address
  return (
    <FilterBar
      search={params.get('q') ?? ''}
      onSearchChange={(q) => change({ q })}
      searchPlaceholder={t('audit.search')}
      chips={chipsOf(fields, params)}
      onRemove={(name) => change({ [name]: undefined })}
      onClear={() => change(noFilters(fields))}
    >
      <FilterMenu fields={fields} params={params} onChange={change} />
    </FilterBar>
  )
}

const Events = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const { params, page, change } = address
  const [opened, setOpened] = useState<AuditEvent>()
  const filters = filtersIn(params, appId)
  const list = useQuery({ ...queries.audit.list(pageInput(filters, page)), placeholderData: keepPreviousData })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => auditColumns(t, appId !== undefined), [locale, appId])
  const sort: TableSort = { id: 'createdAt', isDescending: filters.order !== 'asc' }
  const isFiltered = Object.keys(filters).some((name) => name !== 'order' && !(appId && name === 'appId'))
  return (
    <>
      <DataTable
        label={t('audit.title')}
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
            ? { title: t('audit.noMatch'), reason: t('audit.noMatchReason') }
            : { title: t('audit.none'), reason: t('audit.noneReason'), icon: <ScrollText size={18} /> }
        }
        total={list.data?.meta.totalItems}
        firstIndex={page.before}
        storageKey="OpenAuth:Console:Columns:audit"
        toolbar={<Filters address={address} appId={appId} />}
        actions={
          <CsvExport
            name="audit"
            columns={auditCsv}
            readPage={(cursor, signal) =>
              client.audit.list(pageInput(filters, { cursor, limit: EXPORT_PAGE }), { signal })
            }
          />
        }
        footer={<CursorPages address={address} meta={list.data?.meta} shown={list.data?.data.length ?? 0} />}
      />
      <EventDetails event={opened} onClose={() => setOpened(undefined)} onFilter={change} />
    </>
  )
}

/** The audit trail of the server; within an app, of that app. */
export const Audit = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('audit.title')} · OpenAuth`}</title>
      <PageHeader title={t('audit.title')} description={t(appId ? 'audit.leadApp' : 'audit.lead')} />
      <Events key={appId} appId={appId} />
    </div>
  )
}

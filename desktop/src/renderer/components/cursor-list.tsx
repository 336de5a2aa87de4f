import type { CursorMeta } from '@openauth/client'
import type { CsvColumn } from '@openauth/ui/csv'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import type { CursorPage, ListAddress } from '../lib/list-address.ts'
import { CsvExport, type ExportPage } from './csv-export.tsx'
import { CursorPages } from './cursor-pages.tsx'
import { chipsOf, type FilterField, FilterMenu, noFilters } from './filter-menu.tsx'
import { errorStateOf } from './loaded.tsx'

/** Rows that one call reads for the CSV file. */
const EXPORT_PAGE = 100

interface Props<Row extends { id: string }> {
  /** Whose words it has (`<name>.title`, `.search`, `.none`, `.noMatch` …), and the name of its CSV file. */
  name: 'audit' | 'transactions'
  icon: ReactNode
  address: ListAddress
  fields: readonly FilterField[]
  /** The filters that the address sets, with `order`; those that the screen itself sets are left out. */
  filters: { order?: 'asc' | 'desc' | undefined }
  list: UseQueryResult<{ data: readonly Row[]; meta: CursorMeta }>
  columns: readonly DataColumn<Row>[]
  csv: readonly CsvColumn<Row>[]
  rowName: (row: Row) => string
  /** Reads a page of all that match, for the CSV file. */
  readPage: (page: Pick<CursorPage, 'cursor' | 'limit'>, signal: AbortSignal) => Promise<ExportPage<Row>>
  onOpen: (row: Row) => void
  /** A control beside the filters. */
  children?: ReactNode
}

const idOf = ({ id }: { id: string }) => id

const Filters = ({
  name,
  address,
  fields,
  children,
}: Pick<Props<never>, 'name' | 'address' | 'fields' | 'children'>) => {
  const t = useTranslate()
  const { params, change } = address
  return (
    <FilterBar
      search={params.get('q') ?? ''}
      onSearchChange={(q) => change({ q })}
      searchPlaceholder={t(`${name}.search`)}
      chips={chipsOf(fields, params)}
      onRemove={(field) => change({ [field]: undefined })}
      onClear={() => change(noFilters(fields))}
    >
      {children}
      <FilterMenu fields={fields} params={params} onChange={change} />
    </FilterBar>
  )
}

/** A list by time that the server filters and pages by cursors: search, filters, order, CSV and pages. */
export const CursorList = <Row extends { id: string }>(props: Props<Row>) => {
  const { name, icon, address, fields, filters, list, columns, csv, rowName, readPage, onOpen, children } = props
  const t = useTranslate()
  const isFiltered = Object.keys(filters).some((filter) => filter !== 'order')
  const none = { title: t(`${name}.none`), reason: t(`${name}.noneReason`), icon }
  const noMatch = { title: t(`${name}.noMatch`), reason: t(`${name}.noMatchReason`) }
  const read = (cursor: string | undefined, signal: AbortSignal) => readPage({ cursor, limit: EXPORT_PAGE }, signal)
  return (
    <DataTable
      label={t(`${name}.title`)}
      columns={columns}
      rows={list.data?.data}
      rowId={idOf}
      rowName={rowName}
      sort={{ id: 'createdAt', isDescending: filters.order !== 'asc' }}
      onSortChange={({ isDescending }) => address.change({ order: isDescending ? undefined : 'asc' })}
      onOpen={onOpen}
      isLoading={list.isFetching}
      error={list.data ? undefined : errorStateOf(list)}
      empty={isFiltered ? noMatch : none}
      total={list.data?.meta.totalItems}
      firstIndex={address.page.before}
      storageKey={`OpenAuth:Console:Columns:${name}`}
      toolbar={
        <Filters name={name} address={address} fields={fields}>
          {children}
        </Filters>
      }
      actions={<CsvExport name={name} columns={csv} readPage={read} />}
      footer={<CursorPages address={address} meta={list.data?.meta} shown={list.data?.data.length ?? 0} />}
    />
  )
}

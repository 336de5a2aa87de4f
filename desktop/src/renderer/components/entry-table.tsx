import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Translate, useLocale, useTranslate } from '../i18n/i18n.ts'
import { tableOf } from './loaded.tsx'

interface Entry {
  id: string
}

interface Props<Row extends Entry> {
  /** Answers with all rows. */
  query: UseQueryResult<Row[]>
  label: string
  columnsOf: (t: Translate) => DataColumn<Row>[]
  nameOf: (row: Row) => string
  storageKey: string
  onOpen: (row: Row) => void
  /** What stands in place of a table without rows. */
  none: ReactNode
}

const idOf = ({ id }: Entry) => id

/** A table of entries that open beside it. */
export const EntryTable = <Row extends Entry>({ query, columnsOf, nameOf, none, ...table }: Props<Row>) => {
  const t = useTranslate()
  const locale = useLocale()
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t), [locale, columnsOf])
  if (query.data?.length === 0) return none
  return (
    <DataTable
      columns={columns}
      {...tableOf(query, query.data)}
      rowId={idOf}
      rowName={nameOf}
      maxHeight="none"
      {...table}
    />
  )
}

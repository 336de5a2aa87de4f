import { useTable } from '@tanstack/react-table'
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { ErrorState, type ErrorStateProps } from './error-state.tsx'
import { TableBody } from './table/body.tsx'
import { useColumnChoice } from './table/column-choice.tsx'
import { ColumnMenu } from './table/column-menu.tsx'
import { TableHeader } from './table/header.tsx'
import {
  features,
  toColumnDefs,
  tracksOf,
  type DataColumn,
  type RowSelection,
  type TableOf,
  type TableSort,
} from './table/model.tsx'
import { TableSkeleton } from './table/skeleton.tsx'
import { useWords } from './words.tsx'
import './data-table.css'

export type { DataColumn, RowSelection, TableSort }

export interface DataTableProps<Row extends object> {
  /** What the rows are, for screen readers: "Users". */
  label: string
  /** A module's constant or memoized, as `rows` is: a new array draws everything again. */
  columns: readonly DataColumn<Row>[]
  /** Of the page that shows; undefined until the first answer. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What a row is called, for the labels of its controls. */
  rowName: (row: Row) => string
  sort?: TableSort | undefined
  onSortChange?: ((sort: TableSort) => void) | undefined
  /** Enter, or a press on a row. */
  onOpen?: ((row: Row) => void) | undefined
  /** With its setter, rows can be selected; ids as `rowId` gives them. */
  selection?: RowSelection | undefined
  onSelectionChange?: ((selection: RowSelection) => void) | undefined
  /** An answer is on its way. */
  isLoading?: boolean | undefined
  error?: ErrorStateProps | undefined
  empty?: EmptyStateProps | undefined
  /** Rows of all pages; undefined where nobody counted. */
  total?: number | undefined
  /** How many rows lie on the pages before this one. */
  firstIndex?: number | undefined
  /** The filter bar. */
  toolbar?: ReactNode
  /** Buttons beside the column menu: the export. */
  actions?: ReactNode
  /** The pagination bar. */
  footer?: ReactNode
  /** Where the browser keeps the choice of columns. */
  storageKey?: string | undefined
  /** A CSS length, above which the rows scroll under the header. Default: "70vh". */
  maxHeight?: string | undefined
}

const NO_ROWS: readonly never[] = []
const NO_SELECTION: RowSelection = {}

const useDataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { columns, rows, rowId, sort, onSortChange, selection, onSelectionChange, storageKey } = props
  const { visibility, change } = useColumnChoice(columns, storageKey)
  const sorting = useMemo(() => (sort ? [{ id: sort.id, desc: sort.isDescending }] : []), [sort])
  return useTable({
    features,
    columns: useMemo(() => toColumnDefs(columns), [columns]),
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    enableRowSelection: onSelectionChange !== undefined,
    state: { sorting, columnVisibility: visibility, rowSelection: selection ?? NO_SELECTION },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      if (next) onSortChange?.({ id: next.id, isDescending: next.desc })
    },
    onColumnVisibilityChange: (update) => change(typeof update === 'function' ? update(visibility) : update),
    onRowSelectionChange: (update) =>
      onSelectionChange?.(typeof update === 'function' ? update(selection ?? NO_SELECTION) : update),
  })
}

/** What stands in place of the rows; undefined where there are rows to show. */
const Instead = <Row extends object>({ rows, isLoading, error, empty }: DataTableProps<Row>) => {
  const words = useWords()
  if (error) return <ErrorState {...error} />
  if (isLoading || !rows) return <TableSkeleton />
  return <EmptyState {...(empty ?? { title: words.noRows, reason: '' })} />
}

/** The columns that the operator has left visible, in their order. */
const useVisibleColumns = <Row extends object>(table: TableOf<Row>, columns: readonly DataColumn<Row>[]) => {
  const ids = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join('\n')
  return useMemo(() => columns.filter(({ id }) => ids.split('\n').includes(id)), [columns, ids])
}

/** Rows that the server sorts and pages. Arrow keys move between rows, Enter opens one, Space selects it. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowName, onOpen, onSelectionChange, isLoading, error, total, firstIndex = 0 } = props
  // State, not a ref: the rows need the element, and are mounted before a ref has it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const table = useDataTable(props)
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const shown = useVisibleColumns(table, columns)
  const hasSelection = onSelectionChange !== undefined
  const hasRows = !error && rows !== undefined && rows.length > 0
  const tracks = { '--ui-table-columns': tracksOf(shown, hasSelection) } as CSSProperties
  return (
    <div className="ui-table-frame">
      <div className="ui-table-toolbar">
        <div>{props.toolbar}</div>
        {props.actions}
        <ColumnMenu table={table} columns={byId} />
      </div>
      <div
        ref={setScroller}
        className="ui-table-scroller"
        style={{ ...tracks, maxHeight: props.maxHeight ?? '70vh' }}
        aria-busy={isLoading || undefined}
      >
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- Its rows take focus and keys.
          role="grid"
          aria-label={label}
          aria-rowcount={total === undefined ? -1 : total + 1}
          aria-multiselectable={hasSelection || undefined}
          className="ui-table"
        >
          <TableHeader table={table} columns={byId} hasSelection={hasSelection} />
          {hasRows && (
            <TableBody
              table={table}
              scroller={scroller}
              firstIndex={firstIndex}
              hasSelection={hasSelection}
              rowName={rowName}
              onOpen={onOpen}
              columns={shown}
            />
          )}
        </table>
        {!hasRows && <Instead {...props} />}
      </div>
      {props.footer !== undefined && <div className="ui-table-footer">{props.footer}</div>}
    </div>
  )
}

import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** The features of TanStack Table that the tables use; others are left out of the bundle. */
export const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, rowSelectionFeature })

type Features = typeof features
export type TableOf<Row extends object> = ReactTable<Features, Row>

/** A column as data. */
export interface DataColumn<Row> {
  /** Also what the server sorts by, where `isSortable`. */
  id: string
  title: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  /** The first press on the header sorts from the greatest: times, amounts, counts. */
  isDescendingFirst?: boolean
  /** A CSS grid track: "8rem", "minmax(10rem, 2fr)". Default: `minmax(8rem, 1fr)`. */
  width?: string
  /** At the end of the cell: numbers. */
  isNumber?: boolean
  /** Cannot be switched off. */
  isRequired?: boolean
  /** Not shown until switched on. */
  isHidden?: boolean
  /** The title is for screen readers and the column menu alone: a column of buttons. */
  isTitleHidden?: boolean
}

export interface TableSort {
  id: string
  isDescending: boolean
}

/** Ids of the selected rows; `true` for each. */
export type RowSelection = Record<string, true>

const DEFAULT_WIDTH = 'minmax(8rem, 1fr)'
const SELECTION_WIDTH = '40px'

/** The columns in the form of TanStack Table. */
export const toColumnDefs = <Row extends object>(columns: readonly DataColumn<Row>[]): ColumnDef<Features, Row>[] =>
  columns.map((column) => ({
    id: column.id,
    header: column.title,
    // The library sorts only what has a value; the server does it here.
    accessorFn: () => undefined,
    cell: ({ row }: { row: { original: Row } }) => column.cell(row.original),
    enableSorting: column.isSortable ?? false,
    enableHiding: !column.isRequired,
    sortDescFirst: column.isDescendingFirst ?? false,
  }))

/** The value of `grid-template-columns` for the columns that show. */
export const tracksOf = <Row,>(columns: readonly DataColumn<Row>[], hasSelection: boolean): string => {
  const tracks = columns.map(({ width }) => width ?? DEFAULT_WIDTH)
  return (hasSelection ? [SELECTION_WIDTH, ...tracks] : tracks).join(' ')
}

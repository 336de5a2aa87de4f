import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { DataColumn, TableOf } from './model.tsx'
import { TableRow } from './row.tsx'

/** Pixels; table.css has the same as --ui-table-row-height. */
export const ROW_HEIGHT = 36
const HEADER_HEIGHT = 33

interface Props<Row extends object> {
  table: TableOf<Row>
  columns: readonly DataColumn<Row>[]
  scroller: HTMLDivElement | null
  /** How many rows lie on the pages before; 0 on the first. */
  firstIndex: number
  hasSelection: boolean
  rowName: (row: Row) => string
  onOpen: ((row: Row) => void) | undefined
}

/** Which row a key leads to; undefined for other keys. */
const nextIndex = (key: string, at: number, count: number, page: number): number | undefined => {
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  const to = moves[key]
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to))
}

/** The rows in sight, and the row with the focus wherever it is. */
const useRows = (count: number, scroller: HTMLDivElement | null, active: number) =>
  // oxlint-disable-next-line react/incompatible-library -- Nothing here is compiled by the React Compiler.
  useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollPaddingStart: HEADER_HEIGHT,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return active >= count || inSight.includes(active) ? inSight : [...inSight, active].sort((a, b) => a - b)
    },
  })

/** The row that Tab reaches, and a way to give another one the focus once it is drawn. */
const useActiveRow = (count: number, scroller: HTMLDivElement | null) => {
  const [active, setActive] = useState(0)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = scroller?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  })
  const focus = (index: number) => {
    wanted.current = index
    setActive(index)
  }
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, focus }
}

/** The rows of a page, of which only those in sight are in the document. */
export const TableBody = <Row extends object>(props: Props<Row>) => {
  const { table, columns, scroller, firstIndex, hasSelection, rowName, onOpen } = props
  const { rows } = table.getRowModel()
  const { active, setActive, focus } = useActiveRow(rows.length, scroller)
  const virtual = useRows(rows.length, scroller, active)
  const onSelect = useCallback(
    (index: number, selected: boolean) => table.getRowModel().rows[index]?.toggleSelected(selected),
    [table],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['index'] === undefined) return
    const row = rows[active]
    const visible = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const to = nextIndex(event.key, active, rows.length, visible)
    if (to !== undefined) {
      virtual.scrollToIndex(to)
      focus(to)
    } else if (event.key === 'Enter' && row) onOpen?.(row.original)
    else if (event.key === ' ' && row && hasSelection) row.toggleSelected()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys of the rows, which take the focus.
    <tbody className="ui-table-body" style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        return (
          row && (
            <TableRow
              key={row.id}
              row={row.original}
              index={index}
              ariaIndex={firstIndex + index + 2}
              top={start}
              name={rowName(row.original)}
              columns={columns}
              isActive={index === active}
              isSelected={hasSelection ? row.getIsSelected() : undefined}
              onSelect={onSelect}
              onFocus={setActive}
              onOpen={onOpen}
            />
          )
        )
      })}
    </tbody>
  )
}

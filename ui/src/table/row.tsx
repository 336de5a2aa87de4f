import { memo, type MouseEvent, type ReactNode } from 'react'
import { CheckboxBox } from '../checkbox.tsx'
import { classNames } from '../class-names.tsx'
import { useWords } from '../words.tsx'
import type { DataColumn } from './model.tsx'

export interface RowProps<Row> {
  row: Row
  /** Place in the rows at hand; 0 is the first. */
  index: number
  /** As screen readers count, the header being 1. */
  ariaIndex: number
  /** Pixels from the top. */
  top: number
  name: string
  columns: readonly DataColumn<Row>[]
  /** It is the one row that Tab reaches. */
  isActive: boolean
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined
  onSelect: (index: number, selected: boolean) => void
  onFocus: (index: number) => void
  onOpen: ((row: Row) => void) | undefined
}

const ownControls = 'a, button, input, label, summary, [role=checkbox]'

/** A press on the row itself: not on a control in it, not in a menu of it, and not the end of selecting text. */
const isRowPress = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest(ownControls) === null &&
  (getSelection()?.isCollapsed ?? true)

const Cell = ({ isNumber, children }: { isNumber: boolean | undefined; children: ReactNode }) => (
  <td className={classNames('ui-table-cell', isNumber && 'ui-table-number')}>{children}</td>
)

const PlainRow = <Row,>(props: RowProps<Row>) => {
  const { row, index, ariaIndex, top, name, columns, isActive, isSelected, onSelect, onFocus, onOpen } = props
  const words = useWords()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The grid takes the keys of its rows.
    <tr
      aria-rowindex={ariaIndex}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      className={classNames('ui-table-row', 'ui-table-body-row', onOpen && 'ui-table-opens')}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(index)}
      onClick={(event) => onOpen && isRowPress(event) && onOpen(row)}
    >
      {isSelected !== undefined && (
        <td className="ui-table-cell ui-table-check">
          <CheckboxBox
            checked={isSelected}
            aria-label={words.selectRow(name)}
            onCheckedChange={(checked) => onSelect(index, checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.id} isNumber={column.isNumber}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  )
}

/** Scrolling draws only the rows that come into sight. */
export const TableRow = memo(PlainRow) as typeof PlainRow

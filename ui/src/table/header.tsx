import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { CheckboxBox } from '../checkbox.tsx'
import { classNames } from '../class-names.tsx'
import { useWords } from '../words.tsx'
import type { DataColumn, TableOf } from './model.tsx'

const sortWords = { asc: 'ascending', desc: 'descending' } as const

interface Props<Row extends object> {
  table: TableOf<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
  hasSelection: boolean
}

const SelectAll = <Row extends object>({ table }: { table: TableOf<Row> }) => {
  const words = useWords()
  const isAll = table.getIsAllRowsSelected()
  return (
    <th scope="col" className="ui-table-cell ui-table-check">
      <CheckboxBox
        checked={isAll}
        indeterminate={!isAll && table.getIsSomeRowsSelected()}
        aria-label={words.selectAll}
        onCheckedChange={(checked) => table.toggleAllRowsSelected(checked)}
      />
    </th>
  )
}

/** The titles; those of sortable columns are buttons. */
export const TableHeader = <Row extends object>({ table, columns, hasSelection }: Props<Row>) => (
  <thead className="ui-table-head">
    <tr aria-rowindex={1} className="ui-table-row">
      {hasSelection && <SelectAll table={table} />}
      {table.getVisibleLeafColumns().map((column) => {
        const { title = '', isNumber, isTitleHidden } = columns.get(column.id) ?? {}
        const sorted = column.getIsSorted()
        const canSort = column.getCanSort()
        const arrow = sorted === 'desc' ? <ArrowDown size={12} /> : <ArrowUp size={12} />
        return (
          <th
            key={column.id}
            scope="col"
            aria-sort={sorted ? sortWords[sorted] : canSort ? 'none' : undefined}
            className={classNames('ui-table-cell', isNumber && 'ui-table-number')}
          >
            {canSort ? (
              <button type="button" className="ui-table-sort" onClick={column.getToggleSortingHandler()}>
                {title}
                <span className={classNames('ui-table-arrow', sorted && 'ui-table-arrow-on')}>{arrow}</span>
              </button>
            ) : (
              <span className={isTitleHidden ? 'ui-hidden' : undefined}>{title}</span>
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)

import Columns3 from 'lucide-react/icons/columns-3'
import { Button } from '../button.tsx'
import { Menu, MenuCheckbox } from '../menu.tsx'
import { useWords } from '../words.tsx'
import type { DataColumn, TableOf } from './model.tsx'

interface Props<Row extends object> {
  table: TableOf<Row>
  columns: ReadonlyMap<string, DataColumn<Row>>
}

/** Switches columns on and off. */
export const ColumnMenu = <Row extends object>({ table, columns }: Props<Row>) => {
  const words = useWords()
  const trigger = (
    <Button size="small" variant="ghost" icon={<Columns3 size={14} />}>
      {words.columns}
    </Button>
  )
  return (
    <Menu align="end" trigger={trigger}>
      {table.getAllLeafColumns().map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={column.getIsVisible()}
          disabled={!column.getCanHide()}
          onCheckedChange={(isVisible) => column.toggleVisibility(isVisible)}
        >
          {columns.get(column.id)?.title}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}

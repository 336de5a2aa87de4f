import { EntryRows } from '../../components/entry-rows.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RowsField } from './rule-fields.ts'
import { titleOf } from './rule-words.ts'

/** A list whose entries have several fields each, such as leagues: a line each. */
export const RowList = ({ field: { path, columns, most } }: { field: RowsField }) => {
  const t = useTranslate()
  const rule = titleOf(path)
  return (
    <EntryRows
      name={path}
      columns={columns.map((column) => ({
        name: column.path,
        label: titleOf(`${path}.${column.path}`),
        inputMode: column.kind === 'number' ? 'numeric' : undefined,
      }))}
      most={most}
      addLabel={t('gameRules.add')}
      titleOf={(number) => t('gameRules.entryOf', { number, rule })}
      removeLabelOf={(number) => t('gameRules.removeEntry', { number, rule })}
    />
  )
}

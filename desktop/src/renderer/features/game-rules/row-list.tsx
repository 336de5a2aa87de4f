import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField } from '@openauth/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslate } from '../../i18n/i18n.ts'
import { useEntryErrors } from './entry-errors.ts'
import type { RowsField } from './rule-fields.ts'
import { titleOf } from './rule-words.ts'

type Row = Record<string, string>

interface LineProps {
  rule: RowsField
  row: Row
  at: number
  errorAt: (path: string) => string | undefined
  onChange: (row: Row) => void
  onRemove: () => void
}

const Line = ({ rule, row, at, errorAt, onChange, onRemove }: LineProps) => {
  const t = useTranslate()
  const title = titleOf(rule.path)
  return (
    <fieldset className="rule-line" aria-label={t('gameRules.entryOf', { number: at + 1, rule: title })}>
      {rule.columns.map(({ path, kind }) => (
        <TextField
          key={path}
          label={titleOf(`${rule.path}.${path}`)}
          isLabelHidden={at > 0}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          spellCheck={false}
          value={row[path] ?? ''}
          error={errorAt(`${at}.${path}`)}
          onChange={(event) => onChange({ ...row, [path]: event.target.value })}
        />
      ))}
      <IconButton
        label={t('gameRules.removeEntry', { number: at + 1, rule: title })}
        icon={<X size={14} />}
        onClick={onRemove}
      />
    </fieldset>
  )
}

/** A list whose entries have several fields each, such as leagues: a line each. */
export const RowList = ({ field: rule }: { field: RowsField }) => {
  const t = useTranslate()
  const { field, error } = useFormField(rule.path)
  const errorAt = useEntryErrors(rule.path)
  const rows = (field.value ?? []) as Row[]
  const empty = () => Object.fromEntries(rule.columns.map(({ path }) => [path, '']))
  return (
    <>
      {rows.map((row, at) => (
        <Line
          // oxlint-disable-next-line react/no-array-index-key -- Lines have no identity but their place.
          key={at}
          rule={rule}
          row={row}
          at={at}
          errorAt={errorAt}
          onChange={(next) => field.onChange(rows.with(at, next))}
          onRemove={() => field.onChange(rows.toSpliced(at, 1))}
        />
      ))}
      {error && <p className="ui-field-error">{error}</p>}
      <div className="rule-list-actions">
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={rows.length >= rule.most}
          onClick={() => field.onChange([...rows, empty()])}
        >
          {t('gameRules.add')}
        </Button>
      </div>
    </>
  )
}

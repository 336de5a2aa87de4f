import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField, type TextFieldProps } from '@openauth/ui/text-field'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEntryErrors } from './entry-errors.ts'
import './entry-rows.css'

type Row = Record<string, string>

/** A field that each row has. */
export interface RowColumn extends Pick<TextFieldProps, 'inputMode' | 'spellCheck' | 'autoCapitalize' | 'dir'> {
  name: string
  label: string
}

interface LineProps {
  columns: readonly RowColumn[]
  row: Row
  at: number
  title: string
  removeLabel: string
  errorAt: (path: string) => string | undefined
  onChange: (row: Row) => void
  onRemove: () => void
}

const Line = ({ columns, row, at, title, removeLabel, errorAt, onChange, onRemove }: LineProps) => (
  <fieldset className="entry-row" aria-label={title}>
    {columns.map(({ name, label, ...input }) => (
      <TextField
        key={name}
        label={label}
        isLabelHidden={at > 0}
        placeholder={at > 0 ? label : undefined}
        spellCheck={false}
        {...input}
        value={row[name] ?? ''}
        error={errorAt(`${at}.${name}`)}
        onChange={(event) => onChange({ ...row, [name]: event.target.value })}
      />
    ))}
    <IconButton label={removeLabel} icon={<X size={14} />} onClick={onRemove} />
  </fieldset>
)

interface Props {
  /** The list's name in the form. */
  name: string
  columns: readonly RowColumn[]
  /** How many rows it may have. */
  most: number
  addLabel: string
  /** What a row is called, by its number from 1. */
  titleOf: (number: number) => string
  removeLabelOf: (number: number) => string
}

/** A list of a form whose entries have several fields each: a row each. */
export const EntryRows = ({ name, columns, most, addLabel, titleOf, removeLabelOf }: Props) => {
  const { field, error } = useFormField(name)
  const errorAt = useEntryErrors(name)
  const rows = (field.value ?? []) as Row[]
  const empty = () => Object.fromEntries(columns.map((column) => [column.name, '']))
  return (
    <div className="entry-rows">
      {rows.map((row, at) => (
        <Line
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no identity but their place.
          key={at}
          columns={columns}
          row={row}
          at={at}
          title={titleOf(at + 1)}
          removeLabel={removeLabelOf(at + 1)}
          errorAt={errorAt}
          onChange={(next) => field.onChange(rows.with(at, next))}
          onRemove={() => field.onChange(rows.toSpliced(at, 1))}
        />
      ))}
      {error && <p className="ui-field-error">{error}</p>}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={rows.length >= most}
          onClick={() => field.onChange([...rows, empty()])}
        >
          {addLabel}
        </Button>
      </div>
    </div>
  )
}

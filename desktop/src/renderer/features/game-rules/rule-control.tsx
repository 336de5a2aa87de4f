import { FormSelect } from '@openauth/ui/form/select'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { NumberList } from './number-list.tsx'
import { RowList } from './row-list.tsx'
import type { GroupField, RuleField } from './rule-fields.ts'
import { RuleRow } from './rule-row.tsx'
import { titleOf } from './rule-words.ts'

export type Leaf = Exclude<RuleField, GroupField>

/** A control over the whole width: lists, and what is edited as JSON. */
export const WideControl = ({ field }: { field: Leaf }) => {
  if (field.kind === 'numbers') return <NumberList field={field} />
  if (field.kind === 'rows') return <RowList field={field} />
  return <FormTextArea name={field.path} label={titleOf(field.path)} isLabelHidden isCode rows={5} spellCheck={false} />
}

const SmallControl = ({ field }: { field: Leaf }) => {
  const label = titleOf(field.path)
  const common = { name: field.path, label, isLabelHidden: true }
  if (field.kind === 'switch') return <FormSwitch {...common} />
  if (field.kind === 'choice') {
    const options = field.options.map((value) => ({ value, label: titleOf(`${field.path}.${value}`) }))
    return <FormSelect {...common} options={options} />
  }
  return <FormTextField {...common} inputMode={field.kind === 'number' ? 'numeric' : undefined} spellCheck={false} />
}

/** Whether a rule needs the whole width. */
export const isWide = ({ kind }: RuleField): boolean => kind === 'numbers' || kind === 'rows' || kind === 'json'

/** A rule with its control. */
export const RuleControl = ({ field }: { field: Leaf }) =>
  isWide(field) ? (
    <RuleRow field={field}>
      <WideControl field={field} />
    </RuleRow>
  ) : (
    <RuleRow field={field} control={<SmallControl field={field} />} />
  )

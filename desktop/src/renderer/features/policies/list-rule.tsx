import { ANY, networkFacts, networks } from '@openauth/client'
import { Checkbox } from '@openauth/ui/checkbox'
import { useFormField } from '@openauth/ui/form'
import { sentence } from '@openauth/ui/form/problems'
import { Select } from '@openauth/ui/select'
import { TextArea } from '@openauth/ui/text-area'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { isAll, type ListRule as Name } from './policy-form.ts'
import { RuleRow, useEntryErrors, useInheritedText, useIsOfUser } from './rule-row.tsx'
import { policyTitles } from './rule-text.ts'

type Choice = 'default' | 'all' | 'some'

interface EditorProps {
  name: Name
  list: string[]
  onChange: (list: string[]) => void
}

interface Props {
  name: Name
  /** The entries of "Only these", to edit. */
  children: (editor: EditorProps) => ReactNode
}

/** A list of what is allowed or denied: the default, everything, or entries of its own. */
export const ListRule = ({ name, children }: Props) => {
  const t = useTranslate()
  const { field } = useFormField(name)
  const inherited = useInheritedText(name, t)
  const list = (field.value ?? null) as string[] | null
  const value: Choice = list === null ? 'default' : isAll(list) ? 'all' : 'some'
  const isDenial = name === 'denyAddresses'
  // All is the default of what an app allows: offered there only where it was chosen expressly.
  const hasAll = useIsOfUser() || isDenial || value === 'all'
  const choose = (choice: Choice) => field.onChange(choice === 'default' ? null : choice === 'all' ? [ANY] : [])
  const control = (
    <Select<Choice>
      label={t(policyTitles[name])}
      isLabelHidden
      options={[
        { value: 'default', label: inherited },
        ...(hasAll ? [{ value: 'all' as const, label: t('policies.everything') }] : []),
        { value: 'some', label: t(isDenial ? 'policies.these' : 'policies.onlyThese') },
      ]}
      value={value}
      onValueChange={choose}
    />
  )
  return (
    <RuleRow name={name} control={control}>
      {list !== null && value === 'some' && children({ name, list, onChange: field.onChange })}
    </RuleRow>
  )
}

/** The networks, a box each. */
export const NetworkBoxes = ({ list, onChange }: EditorProps) => (
  <div className="policy-networks">
    {networks.map((network) => (
      <Checkbox
        key={network}
        label={networkFacts[network].title}
        checked={list.includes(network)}
        onCheckedChange={(checked) =>
          onChange(networks.filter((other) => (other === network ? checked : list.includes(other))))
        }
      />
    ))}
  </div>
)

/** Entries as lines of text, so that whole lists can be pasted. */
export const Lines = ({ name, list, onChange }: EditorProps) => {
  const t = useTranslate()
  const errors = useEntryErrors(name)
  const at = errors.findIndex((error) => error?.message)
  const entry = list.filter((line) => line.trim() !== '')[at]
  const message = at < 0 ? undefined : sentence(errors[at]?.message ?? '')
  return (
    <TextArea
      label={t(policyTitles[name])}
      isLabelHidden
      isCode
      rows={Math.min(12, Math.max(3, list.length + 1))}
      spellCheck={false}
      value={list.join('\n')}
      error={message && (entry === undefined ? message : `${entry}: ${message}`)}
      onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
    />
  )
}

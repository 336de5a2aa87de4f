import type { WalletPolicy } from '@openauth/client'
import { useFormField } from '@openauth/ui/form'
import { Select } from '@openauth/ui/select'
import { useTranslate } from '../../i18n/i18n.ts'
import { RuleRow, useInheritedText } from './rule-row.tsx'
import { policyTitles } from './rule-text.ts'

const choices = { default: null, allowed: true, denied: false } as const
type Choice = keyof typeof choices

/** Something that the policy allows or denies. */
export const FlagRule = ({ name }: { name: keyof WalletPolicy }) => {
  const t = useTranslate()
  const { field, error } = useFormField(name)
  const inherited = useInheritedText(name, t)
  const value: Choice = field.value === true ? 'allowed' : field.value === false ? 'denied' : 'default'
  const control = (
    <Select<Choice>
      label={t(policyTitles[name])}
      isLabelHidden
      error={error}
      options={[
        { value: 'default', label: inherited },
        { value: 'allowed', label: t('policies.allowed') },
        { value: 'denied', label: t('policies.denied') },
      ]}
      value={value}
      onValueChange={(choice) => field.onChange(choices[choice])}
    />
  )
  return <RuleRow name={name} control={control} />
}

import { RadioGroup, type RadioGroupProps } from '../radio-group.tsx'
import { useFormField } from './state.tsx'

type Own = 'value' | 'defaultValue' | 'onValueChange' | 'error' | 'name'
type Props<Value extends string> = Omit<RadioGroupProps<Value>, Own> & { name: string }

/** A RadioGroup of a form; its value is the option's. */
export const FormRadioGroup = <Value extends string>({ name, ...rest }: Props<Value>) => {
  const { field, error } = useFormField(name)
  return <RadioGroup {...rest} value={field.value ?? ''} onValueChange={field.onChange} error={error} />
}

import { Select, type SelectProps } from '../select.tsx'
import { useFormField } from './state.tsx'

type Own = 'value' | 'defaultValue' | 'onValueChange' | 'error' | 'name'
type Props<Value extends string> = Omit<SelectProps<Value>, Own> & { name: string }

/** A Select of a form; its value is the option's. */
export const FormSelect = <Value extends string>({ name, ...rest }: Props<Value>) => {
  const { field, error } = useFormField(name)
  return <Select {...rest} value={field.value ?? null} onValueChange={field.onChange} error={error} />
}

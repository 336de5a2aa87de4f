import { Combobox, type ComboboxProps } from '../combobox.tsx'
import { useFormField } from './state.tsx'

type Own = 'value' | 'defaultValue' | 'onValueChange' | 'error' | 'name'

/** A Combobox of a form; its value is the chosen option, or null. */
export const FormCombobox = ({ name, ...rest }: Omit<ComboboxProps, Own> & { name: string }) => {
  const { field, error } = useFormField(name)
  return <Combobox {...rest} value={field.value ?? null} onValueChange={field.onChange} error={error} />
}

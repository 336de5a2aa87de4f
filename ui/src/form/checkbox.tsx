import { Checkbox, type CheckboxProps } from '../checkbox.tsx'
import { useFormField } from './state.tsx'

type Props = Omit<CheckboxProps, 'checked' | 'defaultChecked' | 'onCheckedChange' | 'error' | 'name'> & { name: string }

/** A Checkbox of a form; its value is a boolean. */
export const FormCheckbox = ({ name, ...rest }: Props) => {
  const { field, error } = useFormField(name)
  return <Checkbox {...rest} checked={field.value ?? false} onCheckedChange={field.onChange} error={error} />
}

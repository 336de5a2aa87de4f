import { PasswordField } from '../password-field.tsx'
import type { TextFieldProps } from '../text-field.tsx'
import { useFormField } from './state.tsx'

type Props = Omit<TextFieldProps, 'value' | 'defaultValue' | 'error' | 'name' | 'type' | 'end'> & { name: string }

/** A PasswordField of a form. */
export const FormPasswordField = ({ name, ...rest }: Props) => {
  const { field, error } = useFormField(name)
  return <PasswordField {...rest} {...field} value={field.value ?? ''} error={error} />
}

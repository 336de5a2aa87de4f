import { TextField, type TextFieldProps } from '../text-field.tsx'
import { useFormField } from './state.tsx'

type Props = Omit<TextFieldProps, 'value' | 'defaultValue' | 'error' | 'name'> & { name: string }

/** A TextField of a form. Its value is a text; a number comes of `z.coerce.number()`. */
export const FormTextField = ({ name, ...rest }: Props) => {
  const { field, error } = useFormField(name)
  return <TextField {...rest} {...field} value={field.value ?? ''} error={error} />
}

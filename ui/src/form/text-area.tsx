import { TextArea, type TextAreaProps } from '../text-area.tsx'
import { useFormField } from './state.tsx'

type Props = Omit<TextAreaProps, 'value' | 'defaultValue' | 'error' | 'name'> & { name: string }

/** A TextArea of a form. */
export const FormTextArea = ({ name, ...rest }: Props) => {
  const { field, error } = useFormField(name)
  return <TextArea {...rest} {...field} value={field.value ?? ''} error={error} />
}

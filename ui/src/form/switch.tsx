import { Switch, type SwitchProps } from '../switch.tsx'
import { useFormField } from './state.tsx'

type Props = Omit<SwitchProps, 'checked' | 'defaultChecked' | 'onCheckedChange' | 'error' | 'name'> & { name: string }

/** A Switch of a form; its value is a boolean. */
export const FormSwitch = ({ name, ...rest }: Props) => {
  const { field, error } = useFormField(name)
  return <Switch {...rest} checked={field.value ?? false} onCheckedChange={field.onChange} error={error} />
}

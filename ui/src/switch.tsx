import { Switch as Base } from '@base-ui/react/switch'
import { ChoiceFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './switch.css'

export interface SwitchProps extends FieldProps {
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  onCheckedChange?: ((checked: boolean) => void) | undefined
  name?: string | undefined
}

/** On or off, in effect at once; a choice that a form sends later is a Checkbox. */
export const Switch = ({ checked, defaultChecked, onCheckedChange, name, ...field }: SwitchProps) => (
  <ChoiceFrame {...field}>
    <Base.Root
      checked={checked}
      defaultChecked={defaultChecked}
      onCheckedChange={onCheckedChange}
      name={name}
      readOnly={useIsReadOnly()}
      className="ui-switch"
    >
      <Base.Thumb className="ui-switch-thumb" />
    </Base.Root>
  </ChoiceFrame>
)

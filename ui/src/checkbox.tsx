import { Checkbox as Base } from '@base-ui/react/checkbox'
import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { ChoiceFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './checkbox.css'

interface BoxProps {
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  /** Neither on nor off: some of several. */
  indeterminate?: boolean | undefined
  onCheckedChange?: ((checked: boolean) => void) | undefined
  name?: string | undefined
  'aria-label'?: string | undefined
  disabled?: boolean | undefined
}

/** The box alone, for a table's cell; `aria-label` is then its label. */
export const CheckboxBox = (props: BoxProps) => (
  <Base.Root {...props} readOnly={useIsReadOnly()} className="ui-checkbox">
    <Base.Indicator>{props.indeterminate ? <Minus size={12} /> : <Check size={12} strokeWidth={3} />}</Base.Indicator>
  </Base.Root>
)

export interface CheckboxProps extends FieldProps, Omit<BoxProps, 'aria-label' | 'disabled'> {}

/** A box to tick, with its label beside it. */
export const Checkbox = ({
  checked,
  defaultChecked,
  indeterminate,
  onCheckedChange,
  name,
  ...field
}: CheckboxProps) => (
  <ChoiceFrame {...field}>
    <CheckboxBox
      checked={checked}
      defaultChecked={defaultChecked}
      indeterminate={indeterminate}
      onCheckedChange={onCheckedChange}
      name={name}
    />
  </ChoiceFrame>
)

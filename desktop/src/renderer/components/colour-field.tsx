import { useFormField } from '@openauth/ui/form'
import { FormTextField } from '@openauth/ui/form/text-field'
import './colour-field.css'

interface Props {
  name: string
  label: string
  hint?: string
  /** What the swatch opens, for screen readers. */
  pickLabel: string
  /** What applies while the field is empty. */
  placeholder: string
}

const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour as `#RRGGBB`, typed or picked. */
export const ColourField = ({ name, label, hint, pickLabel, placeholder }: Props) => {
  const { field } = useFormField(name)
  const typed = String(field.value ?? '')
  const swatch = (
    <input
      type="color"
      className="colour-swatch"
      aria-label={pickLabel}
      value={(COLOUR.test(typed) ? typed : placeholder).toLowerCase()}
      onChange={(event) => field.onChange(event.target.value.toUpperCase())}
    />
  )
  return (
    <FormTextField name={name} label={label} hint={hint} placeholder={placeholder} spellCheck={false} start={swatch} />
  )
}

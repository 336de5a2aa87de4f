import { Select as Base } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { FieldFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './popup.css'
import './select.css'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second line in the list. */
  hint?: string
  disabled?: boolean
}

export interface SelectProps<Value extends string> extends FieldProps {
  options: readonly SelectOption<Value>[]
  value?: Value | null | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  placeholder?: string | undefined
  name?: string | undefined
}

const Item = <Value extends string>({ value, label, hint, disabled }: SelectOption<Value>) => (
  <Base.Item value={value} disabled={disabled} className="ui-item">
    <span className="ui-item-text">
      <Base.ItemText>{label}</Base.ItemText>
      {hint && <span className="ui-item-hint">{hint}</span>}
    </span>
    <span className="ui-item-check">
      <Base.ItemIndicator render={<Check size={14} />} />
    </span>
  </Base.Item>
)

/** One of some choices in a list that opens. From about ten on, a Combobox is found through sooner. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { options, value, defaultValue, onValueChange, placeholder, name, ...field } = props
  const isReadOnly = useIsReadOnly()
  return (
    <FieldFrame {...field} isNative={false}>
      <Base.Root<Value>
        items={options}
        value={value}
        defaultValue={defaultValue}
        name={name}
        readOnly={isReadOnly}
        onValueChange={(next) => next !== null && onValueChange?.(next)}
      >
        <Base.Trigger className="ui-input ui-select">
          <Base.Value className="ui-select-value" placeholder={placeholder} />
          <Base.Icon className="ui-select-icon">
            <ChevronsUpDown size={14} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="ui-positioner" sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className="ui-popup ui-popup-select">
              {options.map((option) => (
                <Item key={option.value} {...option} />
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  )
}

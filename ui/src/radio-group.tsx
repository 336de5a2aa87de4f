import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { FieldFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './radio-group.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: string
  hint?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string> extends FieldProps {
  options: readonly RadioOption<Value>[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValueChange?: ((value: Value) => void) | undefined
  name?: string | undefined
  /** Puts the options beside each other. Default: below each other. */
  isRow?: boolean | undefined
}

const Option = <Value extends string>({ value, label, hint, disabled }: RadioOption<Value>) => {
  const id = useId()
  return (
    <label className="ui-radio-option">
      <Radio.Root
        value={value}
        disabled={disabled}
        className="ui-radio"
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        <Radio.Indicator className="ui-radio-dot" keepMounted />
      </Radio.Root>
      <span id={id}>{label}</span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className="ui-field-hint">
          {hint}
        </span>
      )}
    </label>
  )
}

/** One of a few choices, all in sight. */
export const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  const { options, value, defaultValue, onValueChange, name, isRow, ...field } = props
  const isReadOnly = useIsReadOnly()
  return (
    <FieldFrame {...field} isNative={false}>
      <Base
        value={value}
        defaultValue={defaultValue}
        name={name}
        readOnly={isReadOnly}
        onValueChange={(next) => onValueChange?.(next)}
        className={classNames('ui-radio-group', isRow && 'ui-radio-group-row')}
      >
        {options.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </Base>
    </FieldFrame>
  )
}

import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.tsx'
import { FieldFrame, type FieldProps } from './field.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './text-area.css'

type Area = Omit<ComponentProps<'textarea'>, keyof FieldProps | 'defaultValue' | 'value'>

export interface TextAreaProps extends FieldProps, Area {
  value?: string | undefined
  defaultValue?: string | undefined
  /** Monospaced, for keys and JSON. */
  isCode?: boolean | undefined
}

/** Lines of text; grows with them. */
export const TextArea = (props: TextAreaProps) => {
  const { label, isLabelHidden, hint, error, optional, disabled, className, isCode, value, defaultValue, ...area } =
    props
  const isReadOnly = useIsReadOnly()
  return (
    <FieldFrame
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={error}
      optional={optional}
      disabled={disabled}
      className={className}
    >
      <Field.Control
        value={value}
        defaultValue={defaultValue}
        className={classNames('ui-input', 'ui-textarea', isCode && 'ui-textarea-code')}
        render={<textarea rows={4} {...area} readOnly={area.readOnly || isReadOnly} />}
      />
    </FieldFrame>
  )
}

import { Field } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, type FieldProps } from './field.tsx'

type Input = Omit<ComponentProps<'input'>, keyof FieldProps | 'defaultValue' | 'value'>

export interface TextFieldProps extends FieldProps, Input {
  value?: string | number | undefined
  defaultValue?: string | number | undefined
  /** Inside the box, before the text. */
  start?: ReactNode
  /** Inside the box, after the text: a unit, or a small icon button. */
  end?: ReactNode
}

/** One line of text. */
export const TextField = (props: TextFieldProps) => {
  const { label, isLabelHidden, hint, error, optional, disabled, className, start, end, ...input } = props
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error, optional, disabled, className }}>
      <div className="ui-input">
        {start}
        <Field.Control autoComplete="off" {...input} />
        {end !== undefined && <span className="ui-input-end">{end}</span>}
      </div>
    </FieldFrame>
  )
}

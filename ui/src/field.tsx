import { Field } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { Optional } from './optional.tsx'
import './field.css'

/** What every field has around its control. */
export interface FieldProps {
  label: ReactNode
  /** Keeps the label for screen readers alone, where a heading already says it. */
  isLabelHidden?: boolean | undefined
  /** How to fill it in, below the control. */
  hint?: ReactNode
  /** What is wrong with the value; replaces the hint and marks the control as invalid. */
  error?: string | undefined
  /** Writes "optional" beside the label. */
  optional?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const Label = ({ label, isLabelHidden, optional, isNative }: FieldProps & { isNative: boolean }) => (
  <Field.Label
    nativeLabel={isNative}
    render={isNative ? undefined : <div />}
    className={classNames('ui-field-label', isLabelHidden && 'ui-hidden')}
  >
    {label}
    {optional && <Optional />}
  </Field.Label>
)

const Notes = ({ hint, error }: FieldProps) => (
  <>
    {hint !== undefined && !error && <Field.Description className="ui-field-hint">{hint}</Field.Description>}
    {error && (
      <Field.Error match className="ui-field-error">
        {error}
      </Field.Error>
    )}
  </>
)

interface Frame extends FieldProps {
  /** The control: a base-ui part, which takes its label, notes and state from here. */
  children: ReactNode
  /** False where the control is a button, as a select's is: pressing its label would press it. */
  isNative?: boolean
}

/** Label above, control, then hint or error. */
export const FieldFrame = ({ children, isNative = true, ...field }: Frame) => (
  <Field.Root
    className={classNames('ui-field', field.className)}
    disabled={field.disabled}
    invalid={field.error !== undefined}
  >
    <Label {...field} isNative={isNative} />
    {children}
    <Notes {...field} />
  </Field.Root>
)

/** A control with its label beside it: checkbox and switch. */
export const ChoiceFrame = ({ children, ...field }: Frame) => (
  <Field.Root
    className={classNames('ui-choice', field.className)}
    disabled={field.disabled}
    invalid={field.error !== undefined}
  >
    <span className="ui-choice-control">{children}</span>
    <Label {...field} isNative />
    <Notes {...field} />
  </Field.Root>
)

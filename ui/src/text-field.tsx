import { use, useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { CorrectedFields } from './corrected-fields.tsx'
import type { FieldProps } from './field.tsx'
import { Optional } from './optional.tsx'
import { useIsReadOnly } from './read-only.tsx'
import './field.css'

type Input = Omit<ComponentProps<'input'>, keyof FieldProps | 'defaultValue' | 'value'>

export interface TextFieldProps extends FieldProps, Input {
  value?: string | number | undefined
  defaultValue?: string | number | undefined
  /** Inside the box, before the text. */
  start?: ReactNode
  /** Inside the box, after the text: a unit, or a small icon button. */
  end?: ReactNode
}

const Note = ({ id, hint, error }: Pick<FieldProps, 'hint' | 'error'> & { id: string }) => (
  <p id={id} className={error ? 'ui-field-error' : 'ui-field-hint'}>
    {error ?? hint}
  </p>
)

/** A field for one line of text. It is the browser's own input, which keeps the players' pages small. */
export const TextField = (props: TextFieldProps) => {
  const { label, isLabelHidden, hint, error: found, optional, disabled, className, start, end, ...input } = props
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const error = use(CorrectedFields).has(input.name ?? '') ? undefined : found
  const hasNote = Boolean(error) || hint !== undefined
  const hasParts = start !== undefined || end !== undefined
  const control = (
    <input
      id={id}
      autoComplete="off"
      aria-describedby={hasNote ? `${id}-note` : undefined}
      aria-invalid={error === undefined ? undefined : true}
      {...input}
      readOnly={input.readOnly || isReadOnly}
      disabled={disabled}
      className={hasParts ? undefined : 'ui-input'}
    />
  )
  return (
    <div className={classNames('ui-field', className)}>
      <label htmlFor={input.id ?? id} className={classNames('ui-field-label', isLabelHidden && 'ui-hidden')}>
        {label}
        {optional && <Optional />}
      </label>
      {hasParts ? (
        <div className="ui-input">
          {start}
          {control}
          {end !== undefined && <span className="ui-input-end">{end}</span>}
        </div>
      ) : (
        control
      )}
      {hasNote && <Note id={`${id}-note`} hint={hint} error={error} />}
    </div>
  )
}

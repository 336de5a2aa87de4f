import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import './field.css'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** It has come up and is the next to be filled in. */
  focused?: boolean
  /** What stands below it. */
  hint?: ReactNode
}

const focus = (input: HTMLInputElement | null): void => input?.focus()

/** A labelled input. */
export const Field = ({ label, focused, hint, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...(focused ? { ref: focus } : {})}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
        {...rest}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The texts of a form's fields, by their names. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

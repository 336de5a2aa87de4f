import { useId, type InputHTMLAttributes } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  hint?: string | undefined
  /** What is wrong with the value; replaces the hint. */
  problem?: string | undefined
}

/** A labelled input. */
export const Field = ({ label, hint, problem, ...input }: Props) => {
  const id = useId()
  const note = problem ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
      />
      {note && (
        <p id={`${id}-note`} className={problem ? 'field-note problem' : 'field-note'}>
          {note}
        </p>
      )}
    </div>
  )
}

import { useId } from 'react'
import './segments.css'

interface Props<T extends string> {
  /** What is chosen, for screen readers. */
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A choice of one of few, side by side: radio buttons, so that arrow keys work. */
export const Segments = <T extends string>({ label, value, choices, onChange }: Props<T>) => {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="ui-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            className="ui-hidden"
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

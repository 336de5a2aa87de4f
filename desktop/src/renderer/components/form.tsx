import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { isFieldIssue } from './problems.ts'

/** What was typed, by the names of the fields. */
export type FormValues = Partial<Record<string, string>>

interface Props {
  submitLabel: string
  busyLabel: string
  isBusy: boolean
  error: Error | null
  /** Fields that show their issues themselves. */
  fields: readonly string[]
  onSubmit: (values: FormValues) => void
  children: ReactNode
}

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/** Fields with one button. A failure that belongs to no field stands above the button. */
export const Form = ({ submitLabel, busyLabel, isBusy, error, fields, onSubmit, children }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  // The form is what its page is for: typing starts at its first field, and after a refusal at the one to mend.
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLInputElement>('input[aria-invalid=true]')
    const first = error ? invalid : form.current?.querySelector('input')
    first?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) onSubmit(valuesOf(event.currentTarget))
  }
  return (
    <form ref={form} className="form" onSubmit={submit} noValidate aria-busy={isBusy}>
      {children}
      {error && !isFieldIssue(error, fields) && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      <button type="submit" className="button primary" aria-disabled={isBusy}>
        {isBusy ? `${busyLabel} …` : submitLabel}
      </button>
    </form>
  )
}

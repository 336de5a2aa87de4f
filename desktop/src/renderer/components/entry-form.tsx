import { Button } from '@openauth/ui/button'
import { CorrectedFields } from '@openauth/ui/corrected-fields'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { FormProblem } from './form-problem.tsx'
import { isFieldIssue } from './problems.ts'
import { useSingleSubmit } from '../lib/single-submit.ts'

/** The values of a form by field name. */
export type FormValues = Partial<Record<string, string>>

interface Props {
  submitLabel: string
  isBusy: boolean
  error: Error | null
  /** Fields that display their own issues. */
  fields: readonly string[]
  /** Resolves once all is done; until then further submissions are ignored. */
  onSubmit: (values: FormValues) => Promise<unknown> | void
  /** Below the button. */
  more?: ReactNode
  children: ReactNode
}

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

/** A short form with one button. An error that belongs to no field is displayed above the button. */
export const EntryForm = ({ submitLabel, isBusy, error, fields, onSubmit, more, children }: Props) => {
  const form = useRef<HTMLFormElement>(null)
  const once = useSingleSubmit()
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  // Focuses the first field, or after a refusal the first invalid field.
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLInputElement>('input[aria-invalid=true]')
    const first = error ? invalid : form.current?.querySelector('input')
    // What a choice sends is no field to type in.
    if (first?.matches(':not([type=radio], [type=checkbox])')) first.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    setCorrected(new Set())
    if (!isBusy) void once(() => onSubmit(values))
  }
  const noteInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement) setCorrected(new Set([...corrected, target.name]))
  }
  return (
    <form ref={form} className="entry-form" onSubmit={submit} onInput={noteInput} noValidate aria-busy={isBusy}>
      <CorrectedFields value={corrected}>{children}</CorrectedFields>
      {error && !isFieldIssue(error, fields) && <FormProblem error={error} />}
      <div className="entry-actions">
        <Button type="submit" variant="primary" loading={isBusy}>
          {submitLabel}
        </Button>
        {more}
      </div>
    </form>
  )
}

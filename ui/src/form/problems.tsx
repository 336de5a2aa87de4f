import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isNotice } from '../is-notice.ts'

/** What is wrong with one field, as a server says it; `path` is "name" or "origins.0". */
export interface FieldIssue {
  path: string
  message: string
}

const isIssue = (value: unknown): value is FieldIssue =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/** The issues that an error carries; none where it has none. */
export const issuesOf = (error: unknown): FieldIssue[] =>
  error instanceof Error && 'issues' in error && Array.isArray(error.issues) ? error.issues.filter(isIssue) : []

/** The contract's issues are written in lower case, to follow the field's name; here they stand below the field. */
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Shows an error of a submission: each issue at its field, what belongs to no field that shows above the buttons.
 * @param shown The names of the fields that the form shows.
 */
export const showProblem = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  shown: ReadonlySet<string>,
): void => {
  const issues = issuesOf(error)
  const first = issues.find(({ path }) => shown.has(path))
  for (const { path, message } of issues) {
    if (!shown.has(path)) continue
    form.setError(path as never, { type: 'server', message: sentence(message) }, { shouldFocus: path === first?.path })
  }
  const others = issues.filter(({ path }) => !shown.has(path)).map(({ path, message }) => `${path} ${message}`)
  const message = error instanceof Error ? error.message : String(error)
  if (issues.length === 0) form.setError('root.server', { type: isNotice(error) ? 'notice' : 'server', message })
  else if (others.length > 0) form.setError('root.server', { type: 'server', message: sentence(others.join('; ')) })
}

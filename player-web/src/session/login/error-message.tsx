import '@openauth/ui/field.css'
import { errorText } from './error-text.ts'

/** The error of an action, in the user's language; nothing without an error. */
export const ErrorMessage = ({ error }: { error: Error | null }) =>
  error && (
    <p className="ui-field-error" role="alert">
      {errorText(error)}
    </p>
  )

import { errorText } from './error-text.ts'

/** Why an action failed, beside it. */
export const Problem = ({ error }: { error: Error | null }) =>
  error && (
    <p className="problem" role="alert">
      {errorText(error)}
    </p>
  )

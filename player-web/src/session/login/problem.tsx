/** Why an action failed, beside it. */
export const Problem = ({ error }: { error: Error | null }) =>
  error && (
    <p className="problem" role="alert">
      {error.message}
    </p>
  )

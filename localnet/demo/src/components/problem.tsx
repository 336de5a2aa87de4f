import { ApiError } from '@openauth/client'
import { Notice } from '@openauth/ui/notice'

/** What went wrong, in words: of an input that is not valid, its first problem. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 0) return 'The server does not answer'
  const [issue] = error instanceof ApiError ? error.issues : []
  if (issue) return `${issue.path.slice(0, 1).toUpperCase()}${issue.path.slice(1)} ${issue.message}`
  return error instanceof Error ? error.message : String(error)
}

/** An error beside the control that caused it; screen readers announce it at once. */
export const Problem = ({ error }: { error: Error | null }) => (
  <div role="alert" className="problem">
    {error && <Notice tone="danger">{messageOf(error)}</Notice>}
  </div>
)

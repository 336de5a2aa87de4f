import type { ReactNode } from 'react'

interface Props {
  error: Error
  onRetry: () => void
  children?: ReactNode
}

/** Shown in place of a query's data after it failed. */
export const Failed = ({ error, onRetry, children }: Props) => (
  <div className="failed" role="alert">
    <p>{error.message}</p>
    <div className="actions">
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
      {children}
    </div>
  </div>
)

import type { ReactNode } from 'react'

interface Props {
  error: Error
  onRetry: () => void
  children?: ReactNode
}

/** What a query that failed shows in place of its data. */
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

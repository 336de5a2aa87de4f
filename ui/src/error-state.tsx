import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Copyable } from './copyable.tsx'
import { useWords } from './words.tsx'
import './states.css'

export interface ErrorStateProps {
  /** What happened and what to do next. */
  message: string
  title?: string | undefined
  /** By which the server's log finds the request. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  /** Further buttons. */
  actions?: ReactNode
}

/** In place of what could not be loaded. */
export const ErrorState = ({ message, title, requestId, onRetry, isRetrying, actions }: ErrorStateProps) => {
  const words = useWords()
  return (
    <div className="ui-state" role="alert">
      <span className="ui-state-icon ui-state-icon-danger">
        <TriangleAlert size={18} />
      </span>
      <p className="ui-state-title">{title ?? words.errorTitle}</p>
      <p className="ui-state-text">{message}</p>
      {requestId && (
        <p className="ui-state-request">
          {words.requestId} <Copyable value={requestId} name={words.requestId} truncate={[8, 6]} />
        </p>
      )}
      {(onRetry || actions !== undefined) && (
        <div className="ui-state-actions">
          {onRetry && (
            <Button onClick={onRetry} loading={isRetrying}>
              {words.retry}
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}

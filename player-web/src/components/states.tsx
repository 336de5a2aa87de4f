import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import './states.css'

/** A placeholder in the size of the content to come; screen readers announce loading. */
export const Skeleton = ({ lines = 3, className = '' }: { lines?: number; className?: string }) => {
  const t = useTranslate()
  return (
    <output className={`skeleton ${className}`} aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </output>
  )
}

interface FailureProps {
  message?: string
  /** The button's label; the default is to try again. */
  label?: string
  onRetry: () => void
  isBusy?: boolean
}

export const Failure = ({ message, label, onRetry, isBusy = false }: FailureProps) => {
  const t = useTranslate()
  return (
    <div className="failure" role="alert">
      <p>{message ?? t('state.failed')}</p>
      <Button kind="secondary" isBusy={isBusy} onClick={onRetry}>
        {label ?? t('state.retry')}
      </Button>
    </div>
  )
}

/** The text of an empty list, below an icon. */
export const Empty = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <div className="empty">
    <span className="card-sign">
      <Icon name={icon} />
    </span>
    <p>{children}</p>
  </div>
)

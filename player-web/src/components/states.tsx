import { Button } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Icon, type IconName } from './icon.tsx'
import '@openauth/ui/skeleton.css'
import './states.css'

/** A placeholder in the size of the content to come; screen readers announce loading. */
export const Skeleton = ({ lines = 3, className = '' }: { lines?: number; className?: string }) => {
  const t = useTranslate()
  return (
    <output className={`ui-skeletons skeleton ${className}`} aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="ui-skeleton" />
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

/** Shown instead of content that could not be loaded. */
export const Failure = ({ message, label, onRetry, isBusy = false }: FailureProps) => {
  const t = useTranslate()
  return (
    <div className="ui-state" role="alert">
      <p className="ui-state-text">{message ?? t('state.failed')}</p>
      <div className="ui-state-actions">
        <Button loading={isBusy} onClick={onRetry}>
          {label ?? t('state.retry')}
        </Button>
      </div>
    </div>
  )
}

/** The text of an empty list, below an icon. */
export const Empty = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <EmptyState icon={<Icon name={icon} />} reason={children} />
)

import { Button } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { useConnection } from '../lib/connection.ts'
import { Icon, type IconName } from './icon.tsx'
import '@openauth/ui/skeleton.css'
import './states.css'

/** A placeholder in the size of the content to come; screen readers announce loading. */
export const Skeleton = ({ lines = 3, className = '' }: { lines?: number; className?: string | undefined }) => {
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

interface UnloadedProps {
  query: { isPending: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Lines of the placeholder. */
  lines: number
  className?: string
}

/** Shown while there is no content: a placeholder, and why it does not come where there is no network or it has failed. */
export const Unloaded = ({ query: { isPending, isFetching, refetch }, lines, className }: UnloadedProps) => {
  const t = useTranslate()
  const connection = useConnection()
  if (isPending && connection === 'online') return <Skeleton className={className} lines={lines} />
  const message = connection === 'offline' ? t('error.offline') : connection === 'unreachable' && t('error.network')
  return <Failure {...(message ? { message } : {})} isBusy={isFetching} onRetry={() => void refetch()} />
}

/** The text of an empty list, below an icon. */
export const Empty = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <EmptyState icon={<Icon name={icon} />} reason={children} />
)

interface NextPageProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  label: string
}

/** The button below a list that reads its next page, where there is one; and that reading it has failed. */
export const NextPage = ({ query, label }: NextPageProps) => {
  const t = useTranslate()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  return (
    <>
      {isFetchNextPageError && <p role="alert">{t('state.failed')}</p>}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? t('state.retry') : label}
        </Button>
      )}
    </>
  )
}

import { Component, type ReactNode, useEffect, useRef } from 'react'
import { Failure } from '../components/states.tsx'
import { t, useTranslate } from '../i18n/i18n.ts'
import { checkConnection, useConnection } from '../lib/connection.ts'
import { LoadError } from '../lib/lazy-component.ts'

interface Props {
  /** A new place resets the error. */
  place: string
  children: ReactNode
}
interface State {
  error: unknown
  /** The place of the page that failed, if one did. */
  failedAt: string | undefined
}

const whole: State = { error: undefined, failedAt: undefined }

/** A page whose files could not be loaded. It is loaded again as soon as the server answers. */
const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  const t = useTranslate()
  const connection = useConnection()
  const isOnline = connection === 'online'
  useEffect(() => void checkConnection(), [])
  const wasLost = useRef(false)
  useEffect(() => {
    if (isOnline && wasLost.current) onRetry()
    wasLost.current = !isOnline
  }, [isOnline, onRetry])
  const message = isOnline ? 'state.failed' : connection === 'offline' ? 'state.pageOffline' : 'state.pageUnreachable'
  return <Failure message={t(message)} onRetry={onRetry} />
}

/** Shows an error instead of a page that failed to render or to load. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = whole

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failedAt: '' }
  }

  static getDerivedStateFromProps({ place }: Props, { error, failedAt }: State): State | null {
    if (failedAt === '') return { error, failedAt: place }
    return failedAt !== undefined && failedAt !== place ? whole : null
  }

  override render() {
    const { error, failedAt } = this.state
    if (failedAt === undefined) return this.props.children
    if (error instanceof LoadError) return <NotLoaded onRetry={this.#loadAgain} />
    return <Failure message={t('state.crashed')} label={t('state.reload')} onRetry={() => location.reload()} />
  }

  /** The place whose page was loaded again. */
  #again: string | undefined

  /** Browsers keep a module that failed while its page was loaded, and load it no more: the second time the whole page is. */
  #loadAgain = (): void => {
    const { error, failedAt } = this.state
    if (!(error instanceof LoadError)) return
    if (this.#again === failedAt) return location.reload()
    this.#again = failedAt
    error.retry()
    this.setState(whole)
  }
}

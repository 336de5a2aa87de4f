import { Component, type ReactNode } from 'react'
import { Failure } from '../components/states.tsx'
import { t } from '../i18n/i18n.ts'

interface Props {
  /** Another one means another page: what went wrong is forgotten. */
  place: string
  children: ReactNode
}
interface State {
  failedAt: string | null
}

/** What a page shows that cannot be shown: a mistake in it, or a part that could not be loaded. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { failedAt: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: '' }
  }

  static getDerivedStateFromProps({ place }: Props, { failedAt }: State): State | null {
    if (failedAt === '') return { failedAt: place }
    return failedAt !== null && failedAt !== place ? { failedAt: null } : null
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children
    return <Failure message={t('state.crashed')} label={t('state.reload')} onRetry={() => location.reload()} />
  }
}

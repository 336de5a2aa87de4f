import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import '@openauth/ui/notice.css'
import './notice.css'

interface Props {
  tone?: 'warning' | 'danger'
  /** Whether screen readers announce it as soon as it shows, at once or when they are free. */
  live?: 'alert' | 'status'
  children: ReactNode
}

/** What the player should know before going on: the look of ui's notices, with this app's own icons. */
export const Notice = ({ tone = 'warning', live, children }: Props) => (
  <div className={`ui-notice ui-notice-${tone}`} role={live}>
    <Icon name="warning" />
    <div className="notice-words">{children}</div>
  </div>
)

import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import './notice.css'

const icons: Record<'info' | 'success' | 'warning' | 'danger', LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
}

export interface NoticeProps {
  tone: keyof typeof icons
  title?: ReactNode
  /** A button or a link at the end. */
  action?: ReactNode
  children?: ReactNode
}

/** What an operator should know about this screen: it stays, as a toast does not. */
export const Notice = ({ tone, title, action, children }: NoticeProps) => {
  const Icon = icons[tone]
  return (
    <div className={classNames('ui-notice', `ui-notice-${tone}`)}>
      <Icon size={16} aria-hidden="true" />
      <div>
        {title !== undefined && <p className="ui-notice-title">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}

import { ApiError, type App } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { EmptyState } from '@openauth/ui/empty-state'
import { PageHeader } from '@openauth/ui/page-header'
import { useQuery } from '@tanstack/react-query'
import AppWindow from 'lucide-react/icons/app-window'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { queries } from '../api/queries.ts'
import { Loaded } from './loaded.tsx'
import { useTranslate } from '../i18n/i18n.ts'

const Gone = () => {
  const t = useTranslate()
  return (
    <EmptyState
      icon={<AppWindow size={18} />}
      title={t('appSettings.gone')}
      reason={t('appSettings.goneReason')}
      action={
        <Link className={buttonClass()} to="/apps">
          {t('appSettings.toList')}
        </Link>
      }
    />
  )
}

interface Props {
  title: string
  lead?: string
  /** Buttons at the end of the title's line. */
  actions?: ReactNode
  children: (app: App) => ReactNode
}

/** A screen of the app in the address: its head, and what it shows of the app once that is read. */
export const AppScreen = ({ title, lead, actions, children }: Props) => {
  const { appId = '' } = useParams()
  const app = useQuery(queries.apps.get({ id: appId }))
  const isGone = app.error instanceof ApiError && app.error.status === 404
  return (
    <div className="screen">
      <title>{[app.data?.name, title, 'OpenAuth'].filter(Boolean).join(' · ')}</title>
      <PageHeader title={title} description={lead} actions={isGone ? undefined : actions} />
      {isGone ? (
        <Gone />
      ) : (
        <Loaded query={app} lines={8}>
          {children}
        </Loaded>
      )}
    </div>
  )
}

import type { App } from '@openauth/client'
import { Copyable } from '@openauth/ui/copyable'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { periodIn, periods } from '../../statistics/figures.ts'
import { PeriodChoice, Statistics } from '../../statistics/statistics.tsx'
import { AppScreen } from '../../../components/app-screen.tsx'
import { AppAttention } from './app-attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NewestUsers } from './newest-users.tsx'
import './overview.css'

const Overview = ({ app }: { app: App }) => {
  const t = useTranslate()
  const [params] = useSearchParams()
  const period = periodIn(params)
  const stats = useQuery({
    ...queries.stats.ofApp({ id: app.id, days: periods[period] }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="app-overview">
      <div className="app-facts">
        <Copyable value={app.id} name={t('apps.id')} truncate={false} />
        <span>
          {t('apps.created')} <Time at={app.createdAt} />
        </span>
      </div>
      <AppAttention appId={app.id} />
      {stats.data?.users === 0 ? (
        <FirstSteps app={app} />
      ) : (
        <>
          <PeriodChoice period={period} />
          <Statistics query={stats} />
          <NewestUsers appId={app.id} />
        </>
      )}
    </div>
  )
}

/** The first screen of an app: what is left to do before somebody logs in; then what happened lately, who registered, and what needs attention. */
export const AppOverview = () => {
  const t = useTranslate()
  return <AppScreen title={t('appOverview.title')}>{(app) => <Overview key={app.id} app={app} />}</AppScreen>
}

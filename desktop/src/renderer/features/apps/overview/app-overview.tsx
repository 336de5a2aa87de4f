import type { App } from '@openauth/client'
import { Copyable } from '@openauth/ui/copyable'
import { TabLinks } from '@openauth/ui/tabs'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { AppScreen } from '../app-screen.tsx'
import { AppAttention } from './app-attention.tsx'
import { Charts } from './charts.tsx'
import { type Period, periodOf, periods } from './figures.ts'
import { NewestUsers } from './newest-users.tsx'
import { StatCards } from './stat-cards.tsx'
import './overview.css'

const titles: Record<Period, MessageId> = {
  day: 'appOverview.day',
  week: 'appOverview.week',
  month: 'appOverview.month',
}

const PeriodChoice = ({ period }: { period: Period }) => {
  const t = useTranslate()
  return (
    <TabLinks label={t('appOverview.period')}>
      {(Object.keys(periods) as Period[]).map((name) => (
        <Link
          key={name}
          className="ui-tab"
          aria-current={name === period ? 'page' : undefined}
          to={{ search: `?period=${name}` }}
          replace
        >
          {t(titles[name])}
        </Link>
      ))}
    </TabLinks>
  )
}

const Overview = ({ app }: { app: App }) => {
  const t = useTranslate()
  const [params] = useSearchParams()
  const period = periodOf(params)
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
      <PeriodChoice period={period} />
      <Loaded query={stats} lines={10}>
        {(data) => (
          <>
            <StatCards stats={data} />
            <Charts stats={data} />
            <p className="app-utc">{t('appOverview.utc')}</p>
          </>
        )}
      </Loaded>
      <NewestUsers appId={app.id} />
    </div>
  )
}

/** The first screen of an app: what happened lately, who registered, and what needs attention. */
export const AppOverview = () => {
  const t = useTranslate()
  return <AppScreen title={t('appOverview.title')}>{(app) => <Overview key={app.id} app={app} />}</AppScreen>
}

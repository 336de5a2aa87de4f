import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { useHasSomeApps } from '../../api/rights.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { periodIn, periods } from '../statistics/figures.ts'
import { PeriodChoice, Statistics } from '../statistics/statistics.tsx'
import { Attention } from './attention.tsx'
import { NewestEvents, NewestUsers } from './newest.tsx'
import './dashboard.css'

/** How often the figures are read again. Milliseconds. */
const REFRESH = 60_000

/** How the server is used, and what needs attention. */
export const Dashboard = () => {
  const t = useTranslate()
  const [params] = useSearchParams()
  const period = periodIn(params)
  const stats = useQuery({
    ...queries.stats.get({ days: periods[period] }),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="screen">
      <title>{`${t('dashboard.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('dashboard.title')}
        description={t(useHasSomeApps() ? 'dashboard.leadOwn' : 'dashboard.lead')}
      />
      <Attention />
      <PeriodChoice period={period} />
      <Statistics query={stats} />
      <div className="statistics-cards">
        <NewestUsers />
        <NewestEvents />
      </div>
    </div>
  )
}

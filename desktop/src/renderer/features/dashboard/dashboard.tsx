import type { Stats } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { LineChart, StackedBars } from '@openauth/ui/chart'
import { PageHeader } from '@openauth/ui/page-header'
import { Select } from '@openauth/ui/select'
import { Stat } from '@openauth/ui/stat'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../apps/switches.ts'
import { Attention } from './attention.tsx'
import {
  type Figures,
  loginsOf,
  peopleOf,
  type Period,
  periodIn,
  periods,
  sendsByNetwork,
  sendsByState,
  sendsTotal,
  totalOf,
} from './figures.ts'
import { NewestEvents, NewestUsers } from './newest.tsx'
import './dashboard.css'

/** Milliseconds between two looks at the figures. */
const REFRESH = 60_000

const periodWords = {
  day: 'dashboard.day',
  week: 'dashboard.week',
  month: 'dashboard.month',
} as const satisfies Record<Period, MessageId>

/** How a figure compares with the period before. */
const changeText = (ratio: number | null | undefined, t: Translate, locale: string): string => {
  if (ratio === null || ratio === undefined) return t('dashboard.noComparison')
  const { format } = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })
  return t('dashboard.comparison', { change: format(ratio) })
}

const Numbers = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const locale = useLocale()
  const { totals, change } = stats
  const figures = [
    { label: t('dashboard.users'), value: stats.users, note: t('dashboard.now') },
    { label: t('dashboard.registrations'), value: totals.registrations, ratio: change?.registrations },
    { label: t('dashboard.activeUsers'), value: totals.activeUsers, ratio: change?.activeUsers },
    { label: t('dashboard.logins'), value: totalOf(totals.logins), ratio: change?.logins },
    { label: t('dashboard.failedLogins'), value: totalOf(totals.failedLogins), ratio: change?.failedLogins },
    { label: t('dashboard.sends'), value: sendsTotal(stats), ratio: change?.sends },
  ]
  return (
    <div className="dashboard-stats">
      {figures.map(({ label, value, note, ratio }) => (
        <Card key={label}>
          <Stat label={label} value={value} note={note ?? changeText(ratio, t, locale)} />
        </Card>
      ))}
    </div>
  )
}

interface ChartCardProps {
  title: string
  /** Where nothing happened. */
  none: string
  figures: Figures
  isLines?: boolean
}

const ChartCard = ({ title, none, figures, isLines }: ChartCardProps) => {
  const Chart = isLines ? LineChart : StackedBars
  return (
    <Card>
      <h2 className="dashboard-title">{title}</h2>
      {figures.series.length === 0 ? (
        <p className="dashboard-none">{none}</p>
      ) : (
        <Chart label={title} {...figures} height={180} />
      )}
    </Card>
  )
}

const Charts = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const none = t('dashboard.nothing')
  const titleOf = (method: Parameters<typeof methodTitle>[0]) => methodTitle(method, t)
  return (
    <div className="dashboard-cards">
      <ChartCard isLines title={t('dashboard.people')} none={none} figures={peopleOf(stats, t)} />
      <ChartCard title={t('dashboard.loginsByMethod')} none={none} figures={loginsOf(stats, 'logins', titleOf)} />
      <ChartCard title={t('dashboard.failedByMethod')} none={none} figures={loginsOf(stats, 'failedLogins', titleOf)} />
      <ChartCard title={t('dashboard.sendsByNetwork')} none={none} figures={sendsByNetwork(stats)} />
      <ChartCard title={t('dashboard.sendsByState')} none={none} figures={sendsByState(stats, t)} />
    </div>
  )
}

const PeriodChoice = ({ period, onChange }: { period: Period; onChange: (period: Period) => void }) => {
  const t = useTranslate()
  return (
    <Select
      label={t('dashboard.period')}
      isLabelHidden
      value={period}
      onValueChange={onChange}
      options={(Object.keys(periods) as Period[]).map((value) => ({ value, label: t(periodWords[value]) }))}
    />
  )
}

/** How the server is used, and what needs attention. */
export const Dashboard = () => {
  const t = useTranslate()
  const [params, setParams] = useSearchParams()
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
        description={t('dashboard.lead')}
        actions={<PeriodChoice period={period} onChange={(next) => setParams({ period: next }, { replace: true })} />}
      />
      <Loaded query={stats} lines={8}>
        {(data) => <Numbers stats={data} />}
      </Loaded>
      <div className="dashboard-cards">
        <Attention />
        <NewestUsers />
        <NewestEvents />
      </div>
      {stats.data && <Charts stats={stats.data} />}
    </div>
  )
}

import type { Stats } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { LineChart, StackedBars } from '@openauth/ui/chart'
import { Stat } from '@openauth/ui/stat'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardGrid } from '../../components/card-grid.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import {
  type Figures,
  loginsOf,
  peopleOf,
  type Period,
  periods,
  sendsByNetwork,
  sendsByState,
  sendsTotal,
  totalOf,
} from './figures.ts'
import './statistics.css'

const periodWords = {
  day: 'statistics.day',
  week: 'statistics.week',
  month: 'statistics.month',
} as const satisfies Record<Period, MessageId>

/** The periods as links: the address has the one that shows. */
export const PeriodChoice = ({ period }: { period: Period }) => {
  const t = useTranslate()
  return (
    <QueryTabs
      label={t('statistics.period')}
      name="period"
      tabs={(Object.keys(periods) as Period[]).map((value) => ({ value, title: t(periodWords[value]) }))}
      shown={period}
    />
  )
}

/** How a figure compares with the period before. */
const changeText = (ratio: number | null | undefined, t: Translate, locale: string): string => {
  if (ratio === null || ratio === undefined) return t('statistics.noComparison')
  const { format } = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })
  return t('statistics.comparison', { change: format(ratio) })
}

const Numbers = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const locale = useLocale()
  const { totals, change } = stats
  const figures = [
    { label: t('statistics.users'), value: stats.users, note: t('statistics.now') },
    { label: t('statistics.registrations'), value: totals.registrations, ratio: change?.registrations },
    { label: t('statistics.activeUsers'), value: totals.activeUsers, ratio: change?.activeUsers },
    { label: t('statistics.logins'), value: totalOf(totals.logins), ratio: change?.logins },
    { label: t('statistics.failedLogins'), value: totalOf(totals.failedLogins), ratio: change?.failedLogins },
    { label: t('statistics.sends'), value: sendsTotal(stats), ratio: change?.sends },
  ]
  return (
    <CardGrid minWidth="9rem">
      {figures.map(({ label, value, note, ratio }) => (
        <Card key={label}>
          <Stat label={label} value={value} note={note ?? changeText(ratio, t, locale)} />
        </Card>
      ))}
    </CardGrid>
  )
}

interface ChartCardProps {
  title: string
  figures: Figures
  isLines?: boolean
  /** What the figures are, below the title. */
  note?: string
  /** Above the chart. */
  children?: ReactNode
}

/** A chart with its title; where it has no series, a sentence that says so. */
export const ChartCard = ({ title, figures, isLines, note, children }: ChartCardProps) => {
  const t = useTranslate()
  const Chart = isLines ? LineChart : StackedBars
  return (
    <Card>
      <h2 className="statistics-title">{title}</h2>
      {note && <p className="statistics-note">{note}</p>}
      {children}
      {figures.series.length === 0 ? (
        <p className="statistics-none">{t('statistics.nothing')}</p>
      ) : (
        <Chart label={title} {...figures} height={180} />
      )}
    </Card>
  )
}

const Charts = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  // The server counts active users by days, not by hours.
  const people = t(stats.days.length === 1 ? 'statistics.registrations' : 'statistics.people')
  return (
    <div className="statistics-cards">
      <ChartCard isLines title={people} figures={peopleOf(stats, t)} />
      <ChartCard title={t('statistics.loginsByMethod')} figures={loginsOf(stats, 'logins', t)} />
      <ChartCard title={t('statistics.failedByMethod')} figures={loginsOf(stats, 'failedLogins', t)} />
      <ChartCard title={t('statistics.sendsByNetwork')} figures={sendsByNetwork(stats)} />
      <ChartCard title={t('statistics.sendsByState')} figures={sendsByState(stats, t)} />
    </div>
  )
}

/** What happened in a period: figures beside those of the period before, and charts. */
export const Statistics = ({ query }: { query: UseQueryResult<Stats> }) => {
  const t = useTranslate()
  return (
    <Loaded query={query} lines={10}>
      {(stats) => (
        <>
          <Numbers stats={stats} />
          <Charts stats={stats} />
          <p className="statistics-note">{t('statistics.utc')}</p>
        </>
      )}
    </Loaded>
  )
}

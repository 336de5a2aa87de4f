import { type LoginMethod, type Stats, transactionStatuses } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { type ChartSeries, LineChart, StackedBars } from '@openauth/ui/chart'
import { Section } from '@openauth/ui/section'
import type { ReactNode } from 'react'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { methodTitle } from '../switches.ts'
import { methodSeries, methodValues, OTHER, pointsOf, sendsByState, total } from './figures.ts'

const HEIGHT = 200

const Box = ({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) => {
  const t = useTranslate()
  return (
    <Section title={title}>
      <Card className="app-chart">
        {isEmpty ? <p className="app-chart-empty">{t('appOverview.nothing')}</p> : children}
      </Card>
    </Section>
  )
}

const Growth = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const isDay = stats.days.length === 1
  const active = new Map(stats.days.map(({ at, activeUsers }) => [at, activeUsers]))
  const series: ChartSeries[] = [
    { id: 'registrations', title: t('appOverview.registrations') },
    // The server counts active users by days, not by hours.
    ...(isDay ? [] : [{ id: 'active', title: t('appOverview.activeUsers') }]),
  ]
  const data = pointsOf(stats, ({ at, registrations }) => ({ registrations, active: active.get(at) ?? 0 }))
  const title = t(isDay ? 'appOverview.registrations' : 'appOverview.growth')
  const isEmpty = stats.totals.registrations === 0 && stats.totals.activeUsers === 0
  return (
    <Box title={title} isEmpty={isEmpty}>
      <LineChart label={title} series={series} height={HEIGHT} {...data} />
    </Box>
  )
}

const ByMethod = ({ stats, of, title }: { stats: Stats; of: 'logins' | 'failedLogins'; title: string }) => {
  const t = useTranslate()
  const { shown, hasOther } = methodSeries(stats.totals[of])
  const series: ChartSeries[] = [
    ...shown.map((method: LoginMethod) => ({ id: method, title: methodTitle(method, t) })),
    ...(hasOther ? [{ id: OTHER, title: t('appOverview.otherMethods') }] : []),
  ]
  return (
    <Box title={title} isEmpty={total(stats.totals[of]) === 0}>
      <StackedBars
        label={title}
        series={series}
        height={HEIGHT}
        {...pointsOf(stats, (figures) => methodValues(figures[of], shown))}
      />
    </Box>
  )
}

const Sends = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const counts = sendsByState(stats.totals)
  const series = transactionStatuses
    .filter((state) => counts[state])
    .map((state) => ({ id: state, title: t(`appOverview.send_${state}` as MessageId) }))
  return (
    <Box title={t('appOverview.sends')} isEmpty={series.length === 0}>
      <StackedBars label={t('appOverview.sends')} series={series} height={HEIGHT} {...pointsOf(stats, sendsByState)} />
    </Box>
  )
}

/** What happened in an app over the period, drawn. */
export const Charts = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  return (
    <div className="app-charts">
      <Growth stats={stats} />
      <ByMethod stats={stats} of="logins" title={t('appOverview.loginsByMethod')} />
      <ByMethod stats={stats} of="failedLogins" title={t('appOverview.failedByMethod')} />
      <Sends stats={stats} />
    </div>
  )
}

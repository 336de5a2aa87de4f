import type { App, GameStats } from '@openauth/client'
import { buttonClass } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { Stat } from '@openauth/ui/stat'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { Link, useSearchParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { CardGrid } from '../../components/card-grid.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import '../../i18n/game-words.ts'
import { type MessageId, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { ChartCard } from '../statistics/statistics.tsx'
import { type Period, periodIn, periods, playersOf, retentionOf, ringsOf, tapsOf } from './figures.ts'
import './game-overview.css'

/** How often the figures are read again. Milliseconds. */
const REFRESH = 60_000

const periodWords: Record<Period, MessageId> = {
  week: 'statistics.week',
  month: 'statistics.month',
  quarter: 'gameStats.quarter',
}

const PeriodChoice = ({ period }: { period: Period }) => {
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

/** Figures of the period, each with that of today. */
const Numbers = ({ stats: { totals, today } }: { stats: GameStats }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const figures = [
    { label: t('gameStats.taps'), value: totals.taps, today: today.taps },
    { label: t('gameStats.newPlayers'), value: totals.newPlayers, today: today.newPlayers },
    { label: t('gameStats.made'), value: totals.rings.made, today: today.rings.made },
    { label: t('gameStats.spent'), value: totals.rings.spent, today: today.rings.spent },
    { label: t('gameStats.claimed'), value: totals.rings.claimed, today: today.rings.claimed },
  ]
  return (
    <CardGrid minWidth="9rem">
      <Card>
        <Stat label={t('gameStats.activePlayers')} value={today.activePlayers} note={t('gameStats.today')} />
      </Card>
      {figures.map(({ label, value, today: count }) => (
        <Card key={label}>
          <Stat label={label} value={value} note={t('gameStats.ofThemToday', { count: format(count) })} />
        </Card>
      ))}
    </CardGrid>
  )
}

/** How many of the period's new players came back. */
const Retention = ({ stats }: { stats: GameStats }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale(), { style: 'percent', maximumFractionDigits: 1 })
  const { retention } = stats.totals
  const shares = [
    ['gameStats.day1', retention.day1],
    ['gameStats.day7', retention.day7],
    ['gameStats.day30', retention.day30],
  ] as const
  return (
    <div className="game-retention">
      {shares.map(([id, share]) => (
        <Stat key={id} label={t(id)} value={share === null ? '–' : format(share)} />
      ))}
    </div>
  )
}

const Charts = ({ stats }: { stats: GameStats }) => {
  const t = useTranslate()
  return (
    <div className="statistics-cards">
      <ChartCard title={t('gameStats.tapsByDay')} figures={tapsOf(stats, t)} />
      <ChartCard isLines title={t('gameStats.playersByDay')} figures={playersOf(stats, t)} />
      <ChartCard isLines title={t('gameStats.ringsByDay')} figures={ringsOf(stats, t)} />
      <ChartCard
        isLines
        title={t('gameStats.retention')}
        figures={retentionOf(stats, t)}
        note={t('gameStats.retentionLead')}
      >
        <Retention stats={stats} />
      </ChartCard>
    </div>
  )
}

const CountedUntil = ({ at }: { at: number | null }) => {
  const t = useTranslate()
  return (
    <p className="statistics-note">
      {at === null ? (
        t('gameStats.notCounted')
      ) : (
        <>
          {t('gameStats.countedUntil')} <Time at={at} />.
        </>
      )}{' '}
      {t('statistics.utc')}
    </p>
  )
}

const hasNothing = ({ totals }: GameStats): boolean => totals.newPlayers === 0 && totals.taps === 0

const Figures = ({ stats, appId }: { stats: GameStats; appId: string }) => {
  const t = useTranslate()
  return (
    <>
      {hasNothing(stats) ? (
        <EmptyState
          icon={<Gamepad2 size={18} />}
          title={t('gameStats.nobody')}
          reason={t('gameStats.nobodyReason')}
          action={
            <Link className={buttonClass()} to={`/apps/${appId}/game/rules`}>
              {t('gameScreens.rules')}
            </Link>
          }
        />
      ) : (
        <>
          <Numbers stats={stats} />
          <Charts stats={stats} />
        </>
      )}
      <CountedUntil at={stats.countedUntil} />
    </>
  )
}

/** Says that players do not have the game. */
const SwitchedOff = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const rules = useQuery(queries.gameRules.get({ appId }))
  if (rules.data?.rules.enabled !== false) return null
  return (
    <Notice tone="warning" title={t('gameStats.off')}>
      <Link to={`/apps/${appId}/game/rules`}>{t('gameScreens.rules')}</Link>
    </Notice>
  )
}

const Overview = ({ app: { id: appId } }: { app: App }) => {
  const [params] = useSearchParams()
  const period = periodIn(params)
  const stats = useQuery({
    ...queries.gameStats.get({ appId, days: periods[period] }),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="game-overview">
      <SwitchedOff appId={appId} />
      <PeriodChoice period={period} />
      <Loaded query={stats} lines={10}>
        {(data) => <Figures stats={data} appId={appId} />}
      </Loaded>
    </div>
  )
}

/** The first screen of an app's tap game: who plays, what taps make, and who comes back. */
export const GameOverview = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('gameScreens.overview')} lead={t('gameStats.lead')}>
      {(app) => <Overview key={app.id} app={app} />}
    </AppScreen>
  )
}

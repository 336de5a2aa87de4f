import type { Stats } from '@openauth/client'
import { Card } from '@openauth/ui/card'
import { Stat } from '@openauth/ui/stat'
import { useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { sendsByState, total } from './figures.ts'

type Changes = NonNullable<Stats['change']>

/** The figures of the period, each beside those of the period before. */
export const StatCards = ({ stats }: { stats: Stats }) => {
  const t = useTranslate()
  const percent = new Intl.NumberFormat(useLocale(), {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  })
  const note = (name: keyof Changes) => {
    const ratio = stats.change?.[name] ?? null
    return ratio === null ? t('appOverview.noneBefore') : t('appOverview.change', { change: percent.format(ratio) })
  }
  const { totals } = stats
  const cards = [
    { label: t('appOverview.users'), value: stats.users, note: t('appOverview.usersNote') },
    { label: t('appOverview.registrations'), value: totals.registrations, note: note('registrations') },
    { label: t('appOverview.activeUsers'), value: totals.activeUsers, note: note('activeUsers') },
    { label: t('appOverview.logins'), value: total(totals.logins), note: note('logins') },
    { label: t('appOverview.failedLogins'), value: total(totals.failedLogins), note: note('failedLogins') },
    { label: t('appOverview.sends'), value: total(sendsByState(totals)), note: note('sends') },
  ]
  return (
    <div className="app-stats">
      {cards.map((card) => (
        <Card key={card.label}>
          <Stat {...card} />
        </Card>
      ))}
    </div>
  )
}

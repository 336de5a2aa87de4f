import type { GameProfile } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { Celebration } from './celebration.tsx'
import { useGameAction } from './use-game-action.ts'

interface Props {
  daily: GameProfile['daily']
  onClose: () => void
}

/** The days in a row with their rewards. */
const Days = ({ daily: { days, reward, rewards } }: Pick<Props, 'daily'>) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const today = reward === null ? -1 : Math.min(days, rewards.length - 1)
  return (
    <ol className="tap-days">
      {rewards.map((rings, day) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- the day is the key
          key={day}
          data-taken={day < days && day !== today ? '' : undefined}
          data-today={day === today ? '' : undefined}
        >
          <span>{t('tap.day', { day: day + 1 })}</span>
          <strong>{format(rings)}</strong>
        </li>
      ))}
    </ol>
  )
}

/** The days in a row with their rewards, and today's to take. */
export const DailyDialog = ({ daily, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { run, isBusy } = useGameAction()
  const [taken, setTaken] = useState<number>()
  const { days, reward } = daily
  const take = async (rings: number) => {
    if (await run((calls) => calls.takeDaily())) setTaken(rings)
  }
  return (
    <Dialog title={t('tap.daily')} onClose={onClose}>
      {taken === undefined ? (
        <p className="note">{t('tap.dailyHint')}</p>
      ) : (
        <Celebration>
          <output>+{format(taken)}</output>
        </Celebration>
      )}
      <Days daily={daily} />
      {reward === null && <p className="note">{t('tap.dailyTaken', { days })}</p>}
      {reward !== null && (
        <Button variant="primary" loading={isBusy} onClick={() => void take(reward)}>
          {t('tap.take', { rings: format(reward) })}
        </Button>
      )}
      {taken !== undefined && (
        <Button variant="primary" onClick={onClose}>
          {t('tap.goOn')}
        </Button>
      )}
    </Dialog>
  )
}

import type { GameProfile } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Dialog } from '../../components/dialog.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useGameAction } from './use-game-action.ts'

interface Props {
  daily: GameProfile['daily']
  onClose: () => void
}

/** The days in a row with their rewards, and today's to take. */
export const DailyDialog = ({ daily: { days, reward, rewards }, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { run, isBusy } = useGameAction()
  const take = async () => {
    if (await run((calls) => calls.takeDaily())) onClose()
  }
  const today = reward === null ? -1 : Math.min(days, rewards.length - 1)
  return (
    <Dialog title={t('tap.daily')} onClose={onClose}>
      <p className="note">{t('tap.dailyHint')}</p>
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
      {reward === null ? (
        <p className="note">{t('tap.dailyTaken', { days })}</p>
      ) : (
        <Button variant="primary" loading={isBusy} onClick={() => void take()}>
          {t('tap.take', { rings: format(reward) })}
        </Button>
      )}
    </Dialog>
  )
}

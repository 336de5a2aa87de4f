import { Button } from '@openauth/ui/button'
import { Dialog } from '../../components/dialog.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { type BoughtBoost, boughtWords } from './boost-words.ts'
import { useGameAction } from './use-game-action.ts'

interface Props {
  boost: BoughtBoost
  /** The player's balance. */
  rings: number
  onClose: () => void
}

/** What the next level of a boost adds and costs, and the button that buys it. */
export const BoostDialog = ({ boost: { id, level, price, effect }, rings, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { run, isBusy } = useGameAction()
  const { title, hint } = boughtWords[id]
  const buy = async () => {
    if (await run((calls) => calls.buyBoost({ boost: id, level }))) onClose()
  }
  const missing = Math.max(0, (price ?? 0) - rings)
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <p className="note">{t(hint, { effect: format(effect) })}</p>
      <p className="tap-price">
        <span className="tap-coin" />
        {format(price ?? 0)}
        <small>{t('tap.toLevel', { level: level + 1 })}</small>
      </p>
      {missing > 0 && <p className="note">{t('tap.missing', { rings: format(missing) })}</p>}
      <Button variant="primary" loading={isBusy} disabled={missing > 0} onClick={() => void buy()}>
        {t('tap.buy')}
      </Button>
    </Dialog>
  )
}

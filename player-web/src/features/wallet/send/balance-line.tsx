import { Button } from '@openauth/ui/button'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatUnits } from '../../../lib/format.ts'

interface Props {
  /** Lamports; undefined until they are known. */
  balance: bigint | undefined
  /** Set if the balance could not be read. */
  onRetry: (() => void) | undefined
  onMax: (balance: bigint) => void
}

/** The balance, with a button that enters all of it. */
export const BalanceLine = ({ balance, onRetry, onMax }: Props) => {
  const t = useTranslate()
  return (
    <div className="send-balance">
      <p>{t('send.balance', { amount: balance === undefined ? '-' : formatUnits(balance) })}</p>
      {balance !== undefined && <Button onClick={() => onMax(balance)}>{t('send.max')}</Button>}
      {balance === undefined && onRetry && <Button onClick={onRetry}>{t('state.retry')}</Button>}
    </div>
  )
}

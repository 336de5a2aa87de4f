import { Button, buttonClass } from '@openauth/ui/button'
import { Link } from 'react-router-dom'
import { Icon } from '../../../components/icon.tsx'
import { useCountUp } from '../../../components/use-count-up.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatUnits } from '../../../lib/format.ts'
import type { Price } from '../balance/holdings.ts'
import { useWorth } from '../balance/use-worth.ts'

interface Props {
  /** Undefined until it is known. */
  lamports: bigint | undefined
  /** The price of one SOL; undefined without a price. */
  price: Price | undefined
  hasFailed: boolean
  isBusy: boolean
  onRetry: () => void
}

/** Animated for sighted users; screen readers get the balance itself. */
const Counted = ({ lamports }: { lamports: bigint }) => {
  const [whole, fraction] = formatUnits(useCountUp(lamports)).split('.')
  return (
    <p className="balance-amount" aria-hidden="true">
      {whole}
      <span className="balance-fraction">.{fraction}</span> <span className="balance-unit">SOL</span>
    </p>
  )
}

const Amount = ({ lamports, hasFailed }: Pick<Props, 'lamports' | 'hasFailed'>) => {
  const t = useTranslate()
  if (lamports === undefined && !hasFailed)
    return <p className="balance-amount balance-waiting">{t('state.loading')}</p>
  if (lamports === undefined)
    return (
      <>
        <p className="balance-amount">-</p>
        <span className="ui-hidden">{t('wallet.balanceFailed')}</span>
      </>
    )
  return (
    <>
      <Counted lamports={lamports} />
      <span className="ui-hidden">{t('wallet.amount', { amount: formatUnits(lamports) })}</span>
    </>
  )
}

/** The balance, with buttons to receive and to send. */
export const BalanceCard = ({ lamports, price, hasFailed, isBusy, onRetry }: Props) => {
  const t = useTranslate()
  const worth = useWorth(lamports, price)
  return (
    <section className="balance" aria-label={t('wallet.balance')}>
      <h2 className="balance-label">{t('wallet.balance')}</h2>
      <div aria-live="polite">
        <Amount lamports={lamports} hasFailed={hasFailed} />
        {worth !== undefined && <p className="balance-worth">{worth}</p>}
      </div>
      {hasFailed && lamports === undefined && (
        <Button variant="ghost" className="balance-retry" loading={isBusy} onClick={onRetry}>
          {t('state.retry')}
        </Button>
      )}
      <div className="balance-actions">
        <Link className={buttonClass({ variant: 'primary' })} to="/wallet/send">
          <Icon name="send" />
          {t('wallet.send')}
        </Link>
        <Link className={buttonClass()} to="/wallet/receive">
          <Icon name="receive" />
          {t('wallet.receive')}
        </Link>
      </div>
    </section>
  )
}

import { ApiError, areDecimals, type Balance, decimalAmount, type Network } from '@openauth/client'
import { Skeleton } from '@openauth/ui/skeleton'
import { truncateMiddle } from '@openauth/ui/truncate'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../api/queries.ts'
import { type Translate, useTranslate } from '../../../i18n/i18n.ts'
import { useShownUser } from './user-ref.ts'

/** A token's own words only where the server vouches for them; otherwise its address. */
const nameOf = ({ symbol, token, metadata }: Balance): string => {
  if (symbol !== null) return symbol
  const known = metadata?.isKnown && !metadata.isLookalike ? metadata.symbol : null
  return known ?? truncateMiddle(token ?? '', 4, 4)
}

const amountText = (balance: Balance, t: Translate): string => {
  const { amount, decimals } = balance
  const token = nameOf(balance)
  return areDecimals(decimals)
    ? `${decimalAmount(amount, decimals)} ${token}`
    : t('transactions.rawUnits', { amount, token })
}

/** What the user's wallet holds on a network, read from its chain now. */
export const Balances = ({ network }: { network: Network }) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const found = useQuery({ ...queries.adminWallets.balances({ ...scope, network }), retry: false })
  if (found.isPending) return <Skeleton width="4rem" />
  if (found.isError) {
    const { error } = found
    const isOff = error instanceof ApiError && error.code === 'rpc_not_allowed'
    return <span title={error.message}>{t(isOff ? 'users.noNode' : 'users.noBalance')}</span>
  }
  return (
    <span className="user-balances">
      {found.data.balances.map((balance) => (
        <span key={balance.token ?? ''} title={balance.token ?? undefined}>
          {amountText(balance, t)}
        </span>
      ))}
    </span>
  )
}

import { Title } from '../../../config/title.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useTokens, useBalance } from '../balance/use-balance.ts'
import { BalanceCard } from './balance-card.tsx'
import { Menu } from './menu.tsx'
import { Owner } from './owner.tsx'
import { TokenList } from './token-list.tsx'
import './overview.css'

/** The wallet's first screen: its owner, its balance and its actions. */
export const OverviewScreen = () => {
  const t = useTranslate()
  const balance = useBalance()
  const { tokens, price } = useTokens(balance.data)
  return (
    <div className="page">
      <Title>{t('wallet.title')}</Title>
      <h1 className="ui-hidden">{t('wallet.title')}</h1>
      <Owner />
      <BalanceCard
        lamports={balance.data?.lamports}
        price={price}
        hasFailed={balance.isError}
        isBusy={balance.isFetching}
        onRetry={() => void balance.refetch()}
      />
      {tokens.length > 0 && <TokenList tokens={tokens} />}
      <Menu />
    </div>
  )
}

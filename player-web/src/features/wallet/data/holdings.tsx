import { networkFacts, type WalletHoldings } from '@openauth/client'
import { Notice } from '../../../components/notice.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'

type Held = NonNullable<WalletHoldings['balances']>[number]

const nameOf = ({ token, symbol, metadata }: Held): string =>
  symbol ?? (metadata?.isLookalike ? undefined : metadata?.symbol) ?? (token === null ? '' : shortenAddress(token, 6))

const Line = ({ network, balances }: WalletHoldings) => {
  const t = useTranslate()
  const held = balances?.map((each) => `${formatAmount(BigInt(each.amount), each.decimals)} ${nameOf(each)}`.trim())
  return (
    <li>
      <strong>{networkFacts[network].title}</strong>: {held ? held.join(', ') : t('data.unknown')}
    </li>
  )
}

/** What is lost with the account, or may be. */
export const Holdings = ({ holdings }: { holdings: readonly WalletHoldings[] }) => {
  const t = useTranslate()
  if (holdings.length === 0) return null
  return (
    <Notice tone="danger">
      <p>
        <strong>{t('data.loss')}</strong>
      </p>
      <ul className="data-holdings">
        {holdings.map((each) => (
          <Line key={each.network} {...each} />
        ))}
      </ul>
      <p>{t('data.sendFirst')}</p>
    </Notice>
  )
}

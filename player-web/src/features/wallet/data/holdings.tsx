import { networkFacts, type WalletHoldings } from '@openauth/client'
import { Notice } from '../../../components/notice.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'

type Held = NonNullable<WalletHoldings['balances']>[number]

const nameOf = ({ token, symbol, metadata }: Held): string =>
  symbol ?? (metadata?.isLookalike ? undefined : metadata?.symbol) ?? (token === null ? '' : shortenAddress(token, 6))

const Line = ({ network, balances }: { network: WalletHoldings['network']; balances: readonly Held[] }) => (
  <li>
    <strong>{networkFacts[network].title}</strong>:{' '}
    {balances.map((each) => `${formatAmount(BigInt(each.amount), each.decimals)} ${nameOf(each)}`.trim()).join(', ')}
  </li>
)

/** What is lost with the account, or may be. */
export const Holdings = ({ holdings }: { holdings: readonly WalletHoldings[] }) => {
  const t = useTranslate()
  if (holdings.length === 0) return null
  const known = holdings.filter(({ balances }) => balances !== null)
  const unknown = holdings.filter(({ balances }) => balances === null)
  const names = unknown.map(({ network }) => networkFacts[network].title).join(', ')
  return (
    <Notice tone="danger">
      <p>
        <strong>{t(known.length > 0 ? 'data.loss' : 'data.mayLoss')}</strong>
      </p>
      {known.length > 0 && (
        <ul className="data-holdings">
          {known.map(({ network, balances }) => (
            <Line key={network} network={network} balances={balances ?? []} />
          ))}
        </ul>
      )}
      {unknown.length > 0 && <p>{t('data.unknown', { names })}</p>}
      <p>{t('data.sendFirst')}</p>
    </Notice>
  )
}

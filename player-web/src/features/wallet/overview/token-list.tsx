import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import type { Holding } from '../balance/holdings.ts'

/** What the wallet holds beside SOL. Nothing vouches for a token's name: its mint says which it is. */
export const TokenList = ({ tokens }: { tokens: Holding[] }) => {
  const t = useTranslate()
  return (
    <section className="tokens">
      <h2 className="page-subtitle">{t('wallet.tokens')}</h2>
      <ul>
        {tokens.map(({ mint, units, decimals }) => (
          <li key={mint}>
            <span className="mono" title={mint}>
              {shortenAddress(mint, 6)}
            </span>
            <strong>{formatAmount(units, decimals)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

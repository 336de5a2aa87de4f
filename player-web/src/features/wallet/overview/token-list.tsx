import { Avatar } from '../../../components/avatar.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, formatFiat, shortenAddress } from '../../../lib/format.ts'
import type { Holding } from '../balance/holdings.ts'
import { titleOf } from '../balance/token-title.ts'

/** A token's name. The address follows where nobody vouches for the name. */
const Words = ({ mint, metadata }: Pick<Holding, 'mint' | 'metadata'>) => {
  const t = useTranslate()
  const claimed = metadata?.symbol ?? metadata?.name
  if (metadata?.isLookalike) {
    const name = [metadata.symbol, metadata.name].filter(Boolean).join(', ')
    return (
      <span className="card-words">
        <strong className="mono">{shortenAddress(mint, 6)}</strong>
        <small className="token-warning">
          <Icon name="warning" />
          <span>{t('token.lookalike', { name })}</span>
        </small>
      </span>
    )
  }
  return (
    <span className="card-words">
      <strong className={claimed ? undefined : 'mono'}>{titleOf({ mint, metadata })}</strong>
      {metadata?.isKnown && metadata.name !== null && <small>{metadata.name}</small>}
      {claimed && !metadata?.isKnown && (
        <small>
          <span className="mono">{shortenAddress(mint, 6)}</span> · {t('token.unverified')}
        </small>
      )}
    </span>
  )
}

const Token = ({ mint, units, decimals, metadata, fiat }: Holding) => {
  const t = useTranslate()
  const locale = useDateLocale()
  // A look-alike gets no letter, which would support its claim.
  const letter = metadata?.isLookalike ? '?' : (metadata?.symbol ?? metadata?.name ?? '?')
  return (
    <li title={mint}>
      <Avatar src={metadata?.iconUrl ?? null} name={letter} />
      <Words mint={mint} metadata={metadata} />
      <span className="token-amount">
        <strong>{formatAmount(units, decimals)}</strong>
        {fiat && <small>{t('wallet.worth', { value: formatFiat(Number(fiat.value), fiat.currency, locale) })}</small>}
      </span>
    </li>
  )
}

/** The wallet's tokens beside SOL: known tokens first, then the others in the chain's order. */
export const TokenList = ({ tokens }: { tokens: Holding[] }) => {
  const t = useTranslate()
  const known = tokens.filter(({ metadata }) => metadata?.isKnown)
  const others = tokens.filter(({ metadata }) => !metadata?.isKnown)
  return (
    <section className="tokens">
      <h2 className="page-subtitle">{t('wallet.tokens')}</h2>
      <ul>
        {[...known, ...others].map((token) => (
          <Token key={token.mint} {...token} />
        ))}
      </ul>
    </section>
  )
}

import { Icon, type IconName } from '../../../components/icon.tsx'
import { type MessageId, type Translate, useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import type { Holding } from '../balance/holdings.ts'
import { lineOf } from '../balance/token-title.ts'
import { ExplorerLink } from '../explorer-link.tsx'
import type { Row, RowKind } from './history-rows.ts'

const looks: Record<RowKind, { icon: IconName; label: MessageId }> = {
  received: { icon: 'receive', label: 'history.received' },
  sent: { icon: 'send', label: 'history.sent' },
  failed: { icon: 'close', label: 'history.failed' },
  pending: { icon: 'history', label: 'history.underWay' },
  other: { icon: 'link', label: 'history.other' },
}

/** The wallet's known tokens by their mints. */
export type KnownTokens = ReadonlyMap<string, Pick<Holding, 'mint' | 'decimals' | 'metadata'>>

/** `+1.5 SOL`. A token with unknown decimals has its amount in smallest units, since a guess could be wrong. */
export const amountText = (
  { change, token, decimals, metadata }: Pick<Row, 'change' | 'token' | 'decimals' | 'metadata'>,
  tokens: KnownTokens,
  t: Translate,
) => {
  if (change === undefined || change === 0n) return ''
  const sign = change > 0n ? '+' : '-'
  const size = change > 0n ? change : -change
  if (token === null) return `${sign}${t('wallet.amount', { amount: formatAmount(size) })}`
  const held = tokens.get(token)
  const digits = held?.decimals ?? decimals
  const amount = digits === undefined ? t('history.units', { amount: size.toString() }) : formatAmount(size, digits)
  return `${sign}${amount} ${lineOf({ mint: token, metadata: held?.metadata ?? metadata })}`
}

const Time = ({ at }: { at: number | null }) => {
  const locale = useDateLocale()
  if (at === null) return null
  const moment = new Date(at)
  return (
    <time dateTime={moment.toISOString()}>
      {new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(moment)}
    </time>
  )
}

/** One transaction, with a link to the explorer. */
export const HistoryRow = ({ row, tokens }: { row: Row; tokens: KnownTokens }) => {
  const t = useTranslate()
  const { icon, label } = looks[row.kind]
  return (
    <li data-kind={row.kind}>
      <ExplorerLink className="card history-row" signature={row.signature}>
        <span className="card-sign">
          <Icon name={icon} />
        </span>
        <span className="card-words">
          <strong>{t(label)}</strong>
          {row.counterparty !== null && <small className="mono">{shortenAddress(row.counterparty, 4)}</small>}
        </span>
        <span className="history-amount">
          <strong>{amountText(row, tokens, t)}</strong>
          <small>
            <Time at={row.at} />
          </small>
        </span>
      </ExplorerLink>
    </li>
  )
}

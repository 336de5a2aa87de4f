import { useMemo } from 'react'
import { Empty, Failure, NextPage, Skeleton } from '../../../components/states.tsx'
import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { useBalance, useTokens } from '../balance/use-balance.ts'
import { Screen } from '../screen.tsx'
import { HistoryRow, type KnownTokens } from './history-row.tsx'
import { byDay, type Row } from './history-rows.ts'
import { useHistory } from './use-history.ts'
import './history.css'

const Section = ({ title, rows, tokens }: { title: string; rows: Row[]; tokens: KnownTokens }) => (
  <section>
    <h2 className="history-day">{title}</h2>
    <ul className="card-list">
      {rows.map((row) => (
        <HistoryRow key={row.key} row={row} tokens={tokens} />
      ))}
    </ul>
  </section>
)

const Days = ({ rows, tokens }: { rows: Row[]; tokens: KnownTokens }) => {
  const t = useTranslate()
  const locale = useDateLocale()
  const days = useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
    return byDay(rows, (at) => format.format(at))
  }, [rows, locale])
  return days.map(({ day, rows }) => (
    <Section key={rows[0]!.key} title={day ?? t('history.undated')} rows={rows} tokens={tokens} />
  ))
}

const useKnownTokens = (): KnownTokens => {
  const balance = useBalance()
  const { tokens } = useTokens(balance.data)
  return useMemo(() => new Map(tokens.map((token) => [token.mint, token])), [tokens])
}

const List = ({ query, rows, pending }: ReturnType<typeof useHistory>) => {
  const t = useTranslate()
  const tokens = useKnownTokens()
  if (query.isPending) return <Skeleton className="skeleton-rows" lines={5} />
  if (query.data === undefined) return <Failure isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  if (rows.length + pending.length === 0) return <Empty icon="history">{t('history.none')}</Empty>
  return (
    <>
      {pending.length > 0 && <Section title={t('history.pending')} rows={pending} tokens={tokens} />}
      <Days rows={rows} tokens={tokens} />
      <NextPage query={query} label={t('history.more')} />
    </>
  )
}

/** What moved in and out of the Solana wallet. */
const HistoryScreen = () => {
  const t = useTranslate()
  const history = useHistory()
  return (
    <Screen title={t('wallet.history')}>
      <List {...history} />
    </Screen>
  )
}

export default HistoryScreen

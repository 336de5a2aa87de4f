import { networkFacts, sendAmountOf, walletFacts } from '@openauth/client'
import type { CsvColumn } from '@openauth/ui/csv'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { Link } from 'react-router-dom'
import { homeOfApp } from '../../navigation/addresses.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { type FoundTransaction, kindWords, type TransactionScope } from './filters.ts'
import { Address, Amount, Sender, Signature, State } from './values.tsx'

const NARROW = 'minmax(6rem, 1fr)'

type Column = DataColumn<FoundTransaction>

const userColumn = (t: Translate): Column => ({
  id: 'user',
  title: t('transactions.user'),
  width: NARROW,
  cell: (row) => <Sender row={row} />,
})

const appColumn = (t: Translate): Column => ({
  id: 'app',
  title: t('transactions.app'),
  width: NARROW,
  cell: ({ app }) => (
    <Link to={homeOfApp(app.id) ?? '/apps'} dir="auto">
      {app.name}
    </Link>
  ),
})

/** The columns of the list; without the app or the user that it is of. */
export const transactionColumns = (t: Translate, { appId, userId }: TransactionScope): Column[] => [
  {
    id: 'createdAt',
    title: t('transactions.time'),
    isSortable: true,
    isDescendingFirst: true,
    width: '7.5rem',
    cell: (row) => <Time at={row.createdAt} />,
  },
  { id: 'status', title: t('transactions.status'), width: '7rem', cell: (row) => <State row={row} /> },
  ...(userId ? [] : [userColumn(t)]),
  ...(appId ? [] : [appColumn(t)]),
  {
    id: 'network',
    title: t('transactions.network'),
    width: NARROW,
    cell: ({ network }) => networkFacts[network].title,
  },
  { id: 'chain', title: t('transactions.chain'), isHidden: true, cell: ({ chain }) => walletFacts[chain].title },
  { id: 'kind', title: t('transactions.kind'), width: '6.5rem', cell: ({ kind }) => t(kindWords[kind]) },
  {
    id: 'amount',
    title: t('transactions.amount'),
    isNumber: true,
    width: 'minmax(9rem, 1.8fr)',
    cell: (row) => <Amount row={row} />,
  },
  {
    id: 'signature',
    title: t('transactions.signature'),
    width: '10.5rem',
    cell: (row) => <Signature row={row} />,
  },
  {
    id: 'to',
    title: t('transactions.toAddress'),
    isHidden: userId === undefined,
    width: NARROW,
    cell: (row) => <Address row={row} address={row.toAddress} name={t('transactions.toAddress')} isShort />,
  },
  { id: 'error', title: t('transactions.error'), isHidden: true, cell: ({ error }) => error ?? '–' },
]

/** The amount as people write it, beside the smallest units; empty where the decimals are not known. */
const decimalValue = (row: FoundTransaction): string | undefined => {
  const shown = sendAmountOf(row)
  return shown?.isRaw === false ? shown.amount : undefined
}

/** The columns of the file. */
export const transactionCsv: readonly CsvColumn<FoundTransaction>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'time', value: ({ createdAt }) => new Date(createdAt) },
  { title: 'settled', value: ({ settledAt }) => settledAt && new Date(settledAt) },
  { title: 'status', value: ({ status }) => status },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'chain', value: ({ chain }) => chain },
  { title: 'network', value: ({ network }) => network },
  { title: 'appId', value: ({ app }) => app.id },
  { title: 'app', value: ({ app }) => app.name },
  { title: 'userId', value: ({ user }) => user?.id ?? null },
  { title: 'user', value: ({ user }) => user?.name ?? null },
  { title: 'from', value: ({ fromAddress }) => fromAddress },
  { title: 'to', value: ({ toAddress }) => toAddress },
  { title: 'token', value: ({ token }) => token },
  { title: 'amount', value: ({ amount }) => amount },
  { title: 'decimals', value: ({ decimals }) => decimals },
  { title: 'decimalAmount', value: decimalValue },
  { title: 'symbol', value: (row) => sendAmountOf(row)?.symbol },
  { title: 'signature', value: ({ signature }) => signature },
  { title: 'error', value: ({ error }) => error },
]

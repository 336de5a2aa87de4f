import { type Client, networkFacts, networks, transactionStatuses, walletChains, walletFacts } from '@openauth/client'
import { type FilterField, timeIn } from '../../components/filter-menu.tsx'
import type { MessageId, Translate } from '../../i18n/i18n.ts'
import type { CursorPage } from '../../lib/list-address.ts'

export type FoundTransaction = Awaited<ReturnType<Client['adminTransactions']['list']>>['data'][number]
export type TransactionsInput = NonNullable<Parameters<Client['adminTransactions']['list']>[0]>

export const kindWords = {
  transfer: 'transactions.kindTransfer',
  transaction: 'transactions.kindTransaction',
  message: 'transactions.kindMessage',
  reply: 'transactions.kindReply',
} as const satisfies Record<FoundTransaction['kind'], MessageId>
const kinds = Object.keys(kindWords) as FoundTransaction['kind'][]

export const statusWords = {
  created: 'transactions.created',
  submitted: 'transactions.submitted',
  confirmed: 'transactions.confirmed',
  failed: 'transactions.failed',
  expired: 'transactions.expired',
} as const satisfies Record<FoundTransaction['status'], MessageId>

/** What a list of transactions is of: an app or a user. Empty for the whole server. */
export type TransactionScope = Pick<TransactionsInput, 'appId' | 'userId'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The value of a parameter, if it is one of these. */
const oneOf = <T extends string>(values: readonly T[], params: URLSearchParams, name: string): T | undefined =>
  values.find((value) => value === params.get(name))

const withoutAbsent = <T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

const idIn = (text: string | null | undefined): string | undefined => (text && UUID.test(text) ? text : undefined)

/** The filters of the address, as the API takes them; what is not valid counts as absent. */
export const filtersIn = (params: URLSearchParams): TransactionsInput =>
  withoutAbsent<TransactionsInput>({
    q: params.get('q')?.slice(0, 200) || undefined,
    appId: idIn(params.get('appId')),
    userId: idIn(params.get('userId')),
    chain: oneOf(walletChains, params, 'chain'),
    network: oneOf(networks, params, 'network'),
    status: oneOf(transactionStatuses, params, 'status'),
    kind: oneOf(kinds, params, 'kind'),
    from: timeIn(params, 'from'),
    to: timeIn(params, 'to'),
    order: params.get('order') === 'asc' ? 'asc' : undefined,
  })

/** The call for one page. */
export const pageInput = (
  filters: TransactionsInput,
  { cursor, limit }: Pick<CursorPage, 'cursor' | 'limit'>,
): TransactionsInput => ({ ...filters, limit, ...(cursor && { cursor }) })

/** The filters of the list; apps only where the list has those of several. */
export const transactionFields = (
  t: Translate,
  apps: readonly { id: string; name: string }[] | undefined,
): FilterField[] => [
  {
    name: 'status',
    title: t('transactions.status'),
    kind: 'choice',
    options: transactionStatuses.map((value) => ({ value, label: t(statusWords[value]) })),
  },
  {
    name: 'kind',
    title: t('transactions.kind'),
    kind: 'choice',
    options: kinds.map((value) => ({ value, label: t(kindWords[value]) })),
  },
  {
    name: 'chain',
    title: t('transactions.chain'),
    kind: 'choice',
    options: walletChains.map((value) => ({ value, label: walletFacts[value].title })),
  },
  {
    name: 'network',
    title: t('transactions.network'),
    kind: 'choice',
    options: networks.map((value) => ({ value, label: networkFacts[value].title })),
  },
  { name: 'from', title: t('transactions.from'), kind: 'time' },
  { name: 'to', title: t('transactions.to'), kind: 'time' },
  ...(apps
    ? [
        {
          name: 'appId',
          title: t('transactions.app'),
          kind: 'choice' as const,
          options: apps.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]
    : []),
  { name: 'userId', title: t('transactions.user'), kind: 'hidden' },
]

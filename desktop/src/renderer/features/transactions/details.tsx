import { networkFacts } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Copyable } from '@openauth/ui/copyable'
import { DefinitionList, type Definition } from '@openauth/ui/definition-list'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import type { FilterValues } from '../../components/filter-menu.tsx'
import { type MessageId, type Translate, useTranslate } from '../../i18n/i18n.ts'
import { type FoundTransaction, kindWords } from './filters.ts'
import { Address, amountText, Sender, Signature, State } from './values.tsx'

const initiatorWords = {
  admin: 'transactions.byAdmin',
  app: 'transactions.byApp',
  user: 'transactions.byUser',
  server: 'transactions.byServer',
} as const satisfies Record<NonNullable<FoundTransaction['initiator']>, MessageId>

const factsOf = (row: FoundTransaction, t: Translate): Definition[] => [
  { term: t('transactions.status'), value: <State row={row} /> },
  ...(row.error === null ? [] : [{ term: t('transactions.error'), value: <span dir="auto">{row.error}</span> }]),
  { term: t('transactions.user'), value: <Sender row={row} /> },
  { term: t('transactions.app'), value: <span dir="auto">{row.app.name}</span> },
  { term: t('transactions.network'), value: networkFacts[row.network].title },
  {
    term: t('transactions.fromAddress'),
    value: <Address row={row} address={row.fromAddress} name={t('transactions.fromAddress')} />,
  },
  {
    term: t('transactions.toAddress'),
    value: <Address row={row} address={row.toAddress} name={t('transactions.toAddress')} />,
  },
  { term: t('transactions.amount'), value: amountText(row, t) },
  {
    term: t('transactions.token'),
    value: row.token && <Address row={row} address={row.token} name={t('transactions.token')} />,
  },
  { term: t('transactions.signature'), value: <Signature row={row} isFull /> },
  { term: t('transactions.initiator'), value: row.initiator && t(initiatorWords[row.initiator]) },
  { term: t('transactions.requested'), value: <Time at={row.createdAt} isExact /> },
  {
    term: t('transactions.settled'),
    value: row.settledAt === null ? t('transactions.notSettled') : <Time at={row.settledAt} isExact />,
  },
  { term: t('transactions.id'), value: <Copyable value={row.id} name={t('transactions.id')} truncate={[8, 8]} /> },
]

interface Props {
  row: FoundTransaction | undefined
  onClose: () => void
  /** Undefined where all are of one user. */
  onFilter: ((values: FilterValues) => void) | undefined
}

/** All that is known of a transaction. */
export const TransactionDetails = ({ row, onClose, onFilter }: Props) => {
  const t = useTranslate()
  if (!row) return null
  return (
    <SidePanel
      open
      onClose={onClose}
      title={row.amount === null ? t(kindWords[row.kind]) : `${t(kindWords[row.kind])} · ${amountText(row, t)}`}
      footer={
        onFilter &&
        row.user && (
          <Button size="small" onClick={() => onFilter({ userId: row.user!.id })}>
            {t('transactions.ofThisUser')}
          </Button>
        )
      }
    >
      <DefinitionList items={factsOf(row, t)} />
    </SidePanel>
  )
}

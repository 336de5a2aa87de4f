import { PageHeader } from '@openauth/ui/page-header'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { CursorList } from '../../components/cursor-list.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { transactionColumns, transactionCsv } from './columns.tsx'
import { TransactionDetails } from './details.tsx'
import { type FoundTransaction, filtersIn, pageInput, transactionFields } from './filters.ts'
import './transactions.css'

const idOf = (row: FoundTransaction) => row.id

const useFields = (appId: string | undefined) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: appId === undefined })
  return useMemo(
    () => transactionFields(t, appId === undefined ? (apps.data ?? []) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, apps.data, appId],
  )
}

const List = ({ appId }: { appId: string | undefined }) => {
  const t = useTranslate()
  const locale = useLocale()
  const address = useListAddress()
  const [opened, setOpened] = useState<FoundTransaction>()
  const filters = filtersIn(address.params, appId)
  const input = pageInput(filters, address.page)
  const list = useQuery({ ...queries.adminTransactions.list(input), placeholderData: keepPreviousData })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => transactionColumns(t, appId !== undefined), [locale, appId])
  return (
    <>
      <CursorList
        name="transactions"
        icon={<ArrowLeftRight size={18} />}
        address={address}
        fields={useFields(appId)}
        filters={filtersIn(address.params, undefined)}
        list={list}
        columns={columns}
        csv={transactionCsv}
        rowName={idOf}
        readPage={(page, signal) => client.adminTransactions.list(pageInput(filters, page), { signal })}
        onOpen={setOpened}
      />
      <TransactionDetails row={opened} onClose={() => setOpened(undefined)} onFilter={address.change} />
    </>
  )
}

/** The sends of the users of all apps; within an app, of its users. */
export const Transactions = () => {
  const t = useTranslate()
  const { appId } = useParams()
  return (
    <div className="screen">
      <title>{`${t('transactions.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('transactions.title')}
        description={t(appId ? 'transactions.leadApp' : 'transactions.lead')}
      />
      <List key={appId} appId={appId} />
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { useMemo, useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { CursorList } from '../../components/cursor-list.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { transactionColumns, transactionCsv } from './columns.tsx'
import { TransactionDetails } from './details.tsx'
import { type FoundTransaction, filtersIn, pageInput, transactionFields, type TransactionScope } from './filters.ts'
import './transactions.css'

const idOf = (row: FoundTransaction) => row.id

const useFields = (isOfServer: boolean) => {
  const t = useTranslate()
  const locale = useLocale()
  const apps = useQuery({ ...queries.apps.list(), enabled: isOfServer })
  return useMemo(
    () => transactionFields(t, isOfServer ? (apps.data ?? []) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
    [locale, apps.data, isOfServer],
  )
}

const useColumns = ({ appId, userId }: TransactionScope) => {
  const t = useTranslate()
  const locale = useLocale()
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  return useMemo(() => transactionColumns(t, { appId, userId }), [locale, appId, userId])
}

/** The sends of a server, an app or a user, each of which opens with all that is known of it. */
export const TransactionList = ({ scope }: { scope: TransactionScope }) => {
  const address = useListAddress()
  const [opened, setOpened] = useState<FoundTransaction>()
  const fields = useFields(scope.appId === undefined)
  const columns = useColumns(scope)
  const filters = filtersIn(address.params)
  const input = { ...filters, ...scope }
  const list = useQuery({
    ...queries.adminTransactions.list(pageInput(input, address.page)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <CursorList
        name="transactions"
        icon={<ArrowLeftRight size={18} />}
        address={address}
        fields={fields}
        filters={filters}
        list={list}
        columns={columns}
        csv={transactionCsv}
        rowName={idOf}
        readPage={(page, signal) => client.adminTransactions.list(pageInput(input, page), { signal })}
        onOpen={setOpened}
      />
      <TransactionDetails
        row={opened}
        onClose={() => setOpened(undefined)}
        onFilter={scope.userId === undefined ? address.change : undefined}
      />
    </>
  )
}

import { transactions, wallets } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useCompanion } from '../../../session/companion.ts'
import { pendingRows, type Row, rowsOf } from './history-rows.ts'

const tables = { transactions, wallets }

/** Entries of a page: the server asks the chain's node about each. */
const PAGE_SIZE = 15
/** Of the user's latest sends, those that may not have landed yet. */
const LATEST = 20
/** Milliseconds between two looks at what is being sent. */
const PENDING_EVERY = 4000
/** Milliseconds for which the chain is not asked again. */
const FRESH_FOR = 20_000

const usePages = (address: string | undefined) => {
  const { callsOf } = useOpenAuth()
  return useInfiniteQuery({
    queryKey: ['history', address],
    queryFn: ({ pageParam, signal }) =>
      callsOf(tables).wallets.history(
        { network: 'solana', limit: PAGE_SIZE, ...(pageParam === '' ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.signature),
    enabled: address !== undefined,
    staleTime: FRESH_FOR,
    // Every page would be asked for anew, entry by entry.
    refetchOnWindowFocus: false,
  })
}

/** The ledger's open sends; looked at often while there are any. */
const usePending = (address: string | undefined, listed: Row[]): Row[] => {
  const { callsOf } = useOpenAuth()
  const query = useQuery({
    queryKey: ['transactions', address],
    queryFn: ({ signal }) => callsOf(tables).transactions.list({ page: 1, limit: LATEST }, { signal }),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => (pendingRows(state.data?.data ?? [], []).length > 0 ? PENDING_EVERY : false),
  })
  return useMemo(() => pendingRows(query.data?.data ?? [], listed), [query.data, listed])
}

/** When something is no longer being sent, the chain has it, and the balance is another. */
const useLanding = (address: string | undefined, pending: number): void => {
  const queryClient = useQueryClient()
  const before = useRef(0)
  useEffect(() => {
    const isLanded = pending < before.current
    before.current = pending
    if (!isLanded) return
    void queryClient.invalidateQueries({ queryKey: ['history', address] })
    void queryClient.invalidateQueries({ queryKey: ['balance', address] })
  }, [pending, address, queryClient])
}

/** What moved in and out of the wallet, newest first, and before that what is on its way. */
export const useHistory = () => {
  const address = useCompanion()?.solWallet
  const query = usePages(address)
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  const pending = usePending(address, rows)
  useLanding(address, pending.length)
  return { query, rows, pending }
}

import { endpoints } from '@openauth/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePlayer } from '../../../session/player.ts'
import { useCallQueries } from '../../../session/queries.ts'
import { NODE_BALANCE } from '../balance/use-balance.ts'
import { pendingRows, type Row, rowsOf } from './history-rows.ts'

const tables = { transactions: endpoints.transactions, wallets: endpoints.wallets }

/** Entries of a page: the server asks the chain's node about each. */
const PAGE_SIZE = 15
/** The latest sends, of which some may not be included in a block yet. */
const LATEST = 20
/** Milliseconds between two reads of pending sends. */
const PENDING_INTERVAL = 4000
/** Milliseconds for which the history is not read again. */
const STALE_TIME = 20_000

const usePages = (address: string | undefined) => {
  const { wallets } = useCallQueries(tables)
  const pageBefore = (before: string) =>
    wallets.history({ network: 'solana', limit: PAGE_SIZE, ...(before === '' ? {} : { before }) })
  return useInfiniteQuery({
    queryKey: pageBefore('').queryKey,
    queryFn: ({ pageParam, signal }) => pageBefore(pageParam).queryFn({ signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.signature),
    enabled: address !== undefined,
    staleTime: STALE_TIME,
    // A refetch would read every page again, entry by entry.
    refetchOnWindowFocus: false,
  })
}

/** The user's pending sends; read often while there are any. */
const usePending = (address: string | undefined, listed: Row[]): Row[] => {
  const queries = useCallQueries(tables)
  const query = useQuery({
    ...queries.transactions.list({ page: 1, limit: LATEST }),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => (pendingRows(state.data?.data ?? [], []).length > 0 ? PENDING_INTERVAL : false),
  })
  return useMemo(() => pendingRows(query.data?.data ?? [], listed), [query.data, listed])
}

/** When a pending send is included, history and balance are read again. */
const useRefreshAfterInclusion = (pending: number): void => {
  const queryClient = useQueryClient()
  const before = useRef(0)
  useEffect(() => {
    const isIncluded = pending < before.current
    before.current = pending
    if (!isIncluded) return
    for (const queryKey of [['wallets'], NODE_BALANCE]) void queryClient.invalidateQueries({ queryKey })
  }, [pending, queryClient])
}

/** The wallet's transactions, newest first, after the pending ones. */
export const useHistory = () => {
  const address = usePlayer()?.solWallet
  const query = usePages(address)
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data])
  const pending = usePending(address, rows)
  useRefreshAfterInclusion(pending.length)
  return { query, rows, pending }
}

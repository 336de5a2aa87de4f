import { endpoints, type TransactionStatus } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NODE_BALANCE } from '../balance/use-balance.ts'
import { type OpenSend, sendKeys } from './send-keys.ts'

const tables = { transactions: endpoints.transactions }

/** Milliseconds between two reads of open sends. */
const POLL_INTERVAL = 2000

/** `unknown`: the server does not have it, or not yet. */
export type SendProgress = 'unknown' | 'underWay' | 'sent' | 'failed'

export interface SendWithProgress extends OpenSend {
  progress: SendProgress
  signature: string | null
}

const progressOf: Record<TransactionStatus, SendProgress> = {
  created: 'underWay',
  submitted: 'underWay',
  confirmed: 'sent',
  failed: 'failed',
  expired: 'failed',
}

const isOver = ({ progress }: SendWithProgress): boolean => progress === 'sent' || progress === 'failed'

/**
 * Transfers that were requested before this screen opened and have not ended as far as the browser knows, with the
 * server's status. One that has ended stays visible; requested once more, it is a new transfer.
 */
export const useOpenSends = (from: string | undefined): SendWithProgress[] => {
  const { callsOf } = useOpenAuth()
  const queryClient = useQueryClient()
  // Only those that exist when the screen opens: the form shows later ones itself.
  const [sends] = useState(() => (from === undefined ? [] : sendKeys.openOf(from)))
  const follow = async (send: OpenSend, signal: AbortSignal): Promise<SendWithProgress> => {
    const { data } = await callsOf(tables).transactions.list({ limit: 1, idempotencyKey: send.key }, { signal })
    const [row] = data
    return { ...send, progress: row ? progressOf[row.status] : 'unknown', signature: row?.signature ?? null }
  }
  const { data } = useQuery({
    queryKey: ['openSends', from, sends.map(({ key }) => key)],
    queryFn: ({ signal }) => Promise.all(sends.map((send) => follow(send, signal))),
    enabled: sends.length > 0,
    refetchInterval: ({ state }) => (state.data?.every(isOver) ? false : POLL_INTERVAL),
  })
  useEffect(() => {
    const over = (data ?? []).filter(isOver)
    for (const { key } of over) sendKeys.settle(key)
    if (over.length === 0) return
    for (const queryKey of [['wallets', 'balances'], NODE_BALANCE]) void queryClient.invalidateQueries({ queryKey })
  }, [data, queryClient])
  return data ?? sends.map((send) => ({ ...send, progress: 'unknown', signature: null }))
}

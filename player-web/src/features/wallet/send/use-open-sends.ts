import { transactions, type TransactionStatus } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type OpenSend, sendKeys } from './send-keys.ts'

const tables = { transactions }

/** Milliseconds between two looks at what is open. */
const EVERY = 2000

/** `unknown` to the server: it did not arrive there, or not yet. */
export type SendProgress = 'unknown' | 'underWay' | 'sent' | 'failed'

export interface FollowedSend extends OpenSend {
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

const isOver = ({ progress }: FollowedSend): boolean => progress === 'sent' || progress === 'failed'

/**
 * Transfers that were asked for before this screen opened and whose end nobody here has seen, with what the server knows of
 * them. One that has ended stays in view, and is over: asked for once more, it is another transfer.
 */
export const useOpenSends = (from: string | undefined): FollowedSend[] => {
  const { callsOf } = useOpenAuth()
  const queryClient = useQueryClient()
  // Those of this moment: what is sent from here has the form to tell of it.
  const [sends] = useState(() => (from === undefined ? [] : sendKeys.openOf(from)))
  const follow = async (send: OpenSend, signal: AbortSignal): Promise<FollowedSend> => {
    const { data } = await callsOf(tables).transactions.list({ limit: 1, idempotencyKey: send.key }, { signal })
    const [row] = data
    return { ...send, progress: row ? progressOf[row.status] : 'unknown', signature: row?.signature ?? null }
  }
  const { data } = useQuery({
    queryKey: ['openSends', from, sends.map(({ key }) => key)],
    queryFn: ({ signal }) => Promise.all(sends.map((send) => follow(send, signal))),
    enabled: sends.length > 0,
    refetchInterval: ({ state }) => (state.data?.every(isOver) ? false : EVERY),
  })
  useEffect(() => {
    const over = (data ?? []).filter(isOver)
    for (const { key } of over) sendKeys.settle(key)
    if (over.length > 0) void queryClient.invalidateQueries({ queryKey: ['balance', from] })
  }, [data, from, queryClient])
  return data ?? sends.map((send) => ({ ...send, progress: 'unknown', signature: null }))
}

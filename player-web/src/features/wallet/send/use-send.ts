import { ApiError, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { useHost } from '../../../session/telegram.tsx'
import { NODE_BALANCE } from '../balance/use-balance.ts'
import { reasonOf } from './reason.ts'
import { sendKeys, type Transfer } from './send-keys.ts'

const tables = { solana: endpoints.solana }

/** Milliseconds after which a node usually knows a sent transaction. */
const CONFIRMED_AFTER = 3000

/** What was sent, once it was. */
export interface Sent extends Transfer {
  signature: string
}

/** Whether the server refused before it signed: then nothing is left open. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !openCodes.has(error.code ?? '')

/** Refusals after which a transfer may still be sent. */
const openCodes = new Set(['send_in_progress', 'too_many_attempts', 'unauthorized'])

/** Refetches what a transfer changes: at once, and when the chain has it. */
const useRefresh = () => {
  const queryClient = useQueryClient()
  return (): void => {
    const refresh = () => {
      for (const queryKey of [['wallets'], NODE_BALANCE, ['transactions']])
        void queryClient.invalidateQueries({ queryKey })
    }
    refresh()
    setTimeout(refresh, CONFIRMED_AFTER)
  }
}

const useIsMounted = () => {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}

/**
 * Sends SOL, one transfer at a time. A failure is shown in a toast, as is a success after the user has left the
 * screen.
 */
export const useSend = () => {
  const { callsOf } = useOpenAuth()
  const host = useHost()
  const refresh = useRefresh()
  const isMounted = useIsMounted()
  // Blocks a second click before the first has changed the state.
  const isUnderWay = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [sent, setSent] = useState<Sent>()

  const deliver = async (transfer: Transfer): Promise<void> => {
    const { address, amount } = transfer
    const idempotencyKey = sendKeys.keyOf(transfer)
    const { signature } = await callsOf(tables)
      .solana.sendToken({ address, token: 'SOL', amount, idempotencyKey })
      .catch((error: unknown) => {
        if (isRefused(error)) sendKeys.settle(idempotencyKey)
        throw error
      })
    sendKeys.settle(idempotencyKey)
    setSent({ ...transfer, signature })
    host?.haptics.notification('success')
    refresh()
    if (!isMounted.current) notify.success(t('send.sent'))
  }
  const send = async (transfer: Transfer): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsSending(true)
    host?.enableClosingConfirmation()
    await deliver(transfer).catch((error: unknown) => {
      host?.haptics.notification('error')
      notify.error(reasonOf(error))
    })
    host?.disableClosingConfirmation()
    isUnderWay.current = false
    setIsSending(false)
  }
  return { send, isSending, sent, again: () => setSent(undefined) }
}

import { ApiError, solana } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { useHost } from '../../../session/telegram.tsx'
import { reasonOf } from './reason.ts'
import { sendKeys, type Transfer } from './send-keys.ts'

const tables = { solana }

/** Milliseconds after which a node usually shows what was sent. */
const CONFIRMED_AFTER = 3000

/** What was sent, once it was. */
export interface Sent extends Transfer {
  signature: string
}

/** Whether the server has said no before anything was signed: nothing of it is left to wait for. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !openCodes.has(error.code ?? '')

/** Refusals after which a transfer may still go, or be gone. */
const openCodes = new Set(['send_in_progress', 'too_many_attempts', 'unauthorized'])

/** Reads anew what a transfer changes: at once, and when the chain has it. */
const useForget = () => {
  const queryClient = useQueryClient()
  return (from: string): void => {
    const forget = () => {
      for (const name of ['balance', 'history', 'transactions'])
        void queryClient.invalidateQueries({ queryKey: [name, from] })
    }
    forget()
    setTimeout(forget, CONFIRMED_AFTER)
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

/** Sends SOL, one transfer at a time. A failure is told in a toast, and so is a success that nobody waited for. */
export const useSend = () => {
  const { callsOf } = useOpenAuth()
  const host = useHost()
  const forget = useForget()
  const isMounted = useIsMounted()
  // A second click comes before the first has changed what is shown.
  const isUnderWay = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [sent, setSent] = useState<Sent>()

  const deliver = async (transfer: Transfer): Promise<void> => {
    const { from, address, amount } = transfer
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
    forget(from)
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

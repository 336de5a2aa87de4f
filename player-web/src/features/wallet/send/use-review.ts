import { endpoints, type SolanaSendPreview } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useRef, useState } from 'react'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { textOfCode } from '../../../session/login/error-text.ts'
import { reasonOf } from './reason.ts'
import type { Reviewed } from './review-view.tsx'
import type { Transfer } from './send-keys.ts'

const tables = { solana: endpoints.solana }

/** Why a transfer would be refused: the page's own text if there is one, else the server's. */
const refusalText = ({ refusal, warnings }: SolanaSendPreview): string => {
  if (warnings.includes('own_address')) return t('send.ownAddress')
  const [issue] = refusal?.issues ?? []
  if (refusal?.code === 'policy_refused') return refusal.message
  return textOfCode(refusal?.code) ?? issue?.message ?? refusal?.message ?? t('send.failed')
}

/**
 * The server's preview of a transfer before its confirmation. A refusal is shown in a toast, and the form stays; if
 * the balance is too low, `most` is the largest possible amount.
 */
export const useReview = () => {
  const { callsOf } = useOpenAuth()
  const [reviewed, setReviewed] = useState<Reviewed>()
  const [most, setMost] = useState<bigint>()
  const [isReading, setIsReading] = useState(false)
  const [isReturn, setIsReturn] = useState(false)
  const isUnderWay = useRef(false)

  const read = async (transfer: Transfer): Promise<void> => {
    const { address, amount } = transfer
    const preview = await callsOf(tables).solana.previewSend({ address, token: 'SOL', amount })
    if (!preview.refusal) return setReviewed({ transfer, preview })
    if (preview.refusal.code === 'insufficient_balance' && preview.most !== null) setMost(BigInt(preview.most))
    notify.error(refusalText(preview))
  }
  const review = async (transfer: Transfer): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsReading(true)
    setMost(undefined)
    await read(transfer).catch((error: unknown) => notify.error(reasonOf(error)))
    setIsReading(false)
    isUnderWay.current = false
  }
  const close = () => {
    setReviewed(undefined)
    setIsReturn(true)
  }
  return {
    review,
    reviewed,
    isReading,
    most,
    /** Whether a review was closed: the form is there again. */
    isReturn,
    close,
    forgetMost: () => setMost(undefined),
  }
}

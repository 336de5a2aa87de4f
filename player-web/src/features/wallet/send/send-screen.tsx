import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from '../../../i18n/i18n.ts'
import { usePlayer } from '../../../session/player.ts'
import { useBalance, useTokens } from '../balance/use-balance.ts'
import { Screen } from '../screen.tsx'
import { OpenSends } from './open-sends.tsx'
import { type Prefill, prefillOf } from './prefill.ts'
import { ReviewView } from './review-view.tsx'
import { SendForm } from './send-form.tsx'
import { SentView } from './sent-view.tsx'
import { useReview } from './use-review.ts'
import { useSend } from './use-send.ts'
import './send.css'

const empty = { address: '', amount: '' }

/** Sending SOL: the form, the confirmation, the result. */
const Steps = () => {
  const [query] = useSearchParams()
  const [values, setValues] = useState(() => prefillOf(query))
  const from = usePlayer()?.solWallet
  const balance = useBalance()
  const { price } = useTokens(balance.data)
  const { send, isSending, sent, again } = useSend()
  const { review, reviewed, isReading, isReturn, most, close, forgetMost } = useReview()
  const another = () => {
    setValues(empty)
    again()
    close()
  }
  const change = (next: Prefill) => {
    setValues(next)
    forgetMost()
  }
  // A failure is shown in a toast, and the confirmation stays.
  const confirm = () => reviewed && void send(reviewed.transfer)
  if (sent) return <SentView sent={sent} onAnother={another} />
  if (reviewed)
    return <ReviewView reviewed={reviewed} price={price} isSending={isSending} onBack={close} onConfirm={confirm} />
  return (
    <>
      {from !== undefined && <OpenSends from={from} />}
      <SendForm
        values={values}
        balance={balance.data?.lamports}
        most={most}
        onRetry={balance.isError ? () => void balance.refetch() : undefined}
        isReturn={isReturn}
        isBusy={isReading}
        onChange={change}
        onSend={(address, amount) => from !== undefined && void review({ from, address, amount })}
      />
    </>
  )
}

const SendScreen = () => {
  const t = useTranslate()
  return (
    <Screen title={t('wallet.send')}>
      <Steps />
    </Screen>
  )
}

export default SendScreen

import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useCompanion } from '../../../session/companion.ts'
import { useBalance } from '../balance/use-balance.ts'
import { Screen } from '../screen.tsx'
import { prefillOf } from './prefill.ts'
import { SendForm } from './send-form.tsx'
import { SentView } from './sent-view.tsx'
import { useSend } from './use-send.ts'
import './send.css'

const empty = { address: '', amount: '' }

/** Sending SOL: the form, and what became of it. */
const SendScreen = () => {
  const t = useTranslate()
  const [query] = useSearchParams()
  const [values, setValues] = useState(() => prefillOf(query))
  const from = useCompanion()?.solWallet
  const balance = useBalance()
  const { send, isSending, sent, again } = useSend()
  const another = () => {
    setValues(empty)
    again()
  }
  return (
    <Screen title={t('wallet.send')}>
      {sent ? (
        <SentView sent={sent} onAnother={another} />
      ) : (
        <SendForm
          values={values}
          balance={balance.data?.lamports}
          onRetry={balance.isError ? () => void balance.refetch() : undefined}
          isSending={isSending}
          onChange={setValues}
          onSend={(address, amount) => from !== undefined && void send({ from, address, amount })}
        />
      )}
    </Screen>
  )
}

export default SendScreen

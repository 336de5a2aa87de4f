import { type ChangeEvent, type FormEvent, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, toLamports } from '../../../lib/format.ts'
import { useMainButton } from '../../../session/use-main-button.ts'
import { Announcement } from '../announcement.tsx'
import { BalanceLine } from './balance-line.tsx'
import { paymentIn, type Prefill } from './prefill.ts'
import { FEE, mostOf, sendLabel, sendStatus } from './send-status.ts'

interface Props {
  values: Prefill
  /** Lamports; undefined until they are known. */
  balance: bigint | undefined
  /** Where the balance could not be read. */
  onRetry: (() => void) | undefined
  isSending: boolean
  onChange: (values: Prefill) => void
  /** Lamports, in decimal digits. */
  onSend: (address: string, amount: string) => void
}

/** Neither an address nor an amount is a word: nothing may correct, complete or translate it. */
const plain = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  translate: 'no',
} as const

/** A pasted payment request fills both fields; an amount that it does not name stays. */
const withAddress = (text: string, { amount }: Prefill): Prefill => {
  const payment = paymentIn(text)
  return payment ? { address: payment.address, amount: payment.amount || amount } : { address: text, amount }
}

type Change = ChangeEvent<HTMLInputElement>

/** To whom and how much. The button says what is missing, in the order in which a person fills it in. */
export const SendForm = ({ values, balance, onRetry, isSending, onChange, onSend }: Props) => {
  const t = useTranslate()
  const state = { ...values, balance, isSending }
  const status = sendStatus(state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = toLamports(values.amount)
    if (status === 'ready' && amount !== undefined) onSend(values.address.trim(), amount.toString())
  }
  const form = useRef<HTMLFormElement>(null)
  useMainButton({ text: t(sendLabel(state)), isActive: status === 'ready', isBusy: isSending, form })
  const isAmountWrong = status === 'invalidAmount' || status === 'insufficient'
  return (
    <form ref={form} className="send-form" noValidate onSubmit={submit}>
      <Field
        label={t('send.address')}
        name="address"
        placeholder={t('send.addressExample')}
        value={values.address}
        readOnly={isSending}
        aria-invalid={status === 'invalidAddress'}
        onChange={({ target }: Change) => onChange(withAddress(target.value, values))}
        {...plain}
      />
      <Field
        label={t('send.amount')}
        name="amount"
        inputMode="decimal"
        placeholder={t('send.amountExample')}
        value={values.amount}
        readOnly={isSending}
        aria-invalid={isAmountWrong}
        hint={t('send.fee', { amount: formatAmount(FEE) })}
        onChange={({ target }: Change) => onChange({ ...values, amount: target.value })}
        {...plain}
      />
      <BalanceLine
        balance={balance}
        onRetry={onRetry}
        onMax={(lamports) => !isSending && onChange({ ...values, amount: formatAmount(mostOf(lamports)) })}
      />
      <Button submit className="button-wide" isBusy={isSending} aria-disabled={status !== 'ready'}>
        {t(sendLabel(state))}
      </Button>
      <Announcement>{status !== 'ready' && status !== 'empty' && t(sendLabel(state))}</Announcement>
    </form>
  )
}

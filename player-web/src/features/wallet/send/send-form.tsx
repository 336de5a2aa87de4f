import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type ChangeEvent, type FormEvent, useRef } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, toLamports } from '../../../lib/format.ts'
import { useMainButton } from '../../../session/use-main-button.ts'
import { Announcement } from '../announcement.tsx'
import { AddressField, plain } from './address-field.tsx'
import { BalanceLine } from './balance-line.tsx'
import type { Prefill } from './prefill.ts'
import { FEE, maxAmountOf, sendLabel, sendStatus } from './send-status.ts'

interface Props {
  values: Prefill
  /** Lamports; undefined until they are known. */
  balance: bigint | undefined
  /** Set if the balance could not be read. */
  onRetry: (() => void) | undefined
  /** The most lamports that can be sent, if the server would refuse the entered amount. */
  most: bigint | undefined
  /** The user has come back to change something. */
  isReturn: boolean
  /** True while the server previews the transfer. */
  isBusy: boolean
  onChange: (values: Prefill) => void
  /** Lamports, in decimal digits. */
  onSend: (address: string, amount: string) => void
}

/** Says that the balance does not cover the fee, and offers the largest amount that it does. */
const FeeMissing = ({ most, onTake }: { most: bigint; onTake: (lamports: bigint) => void }) => {
  const t = useTranslate()
  const amount = formatAmount(most)
  if (most === 0n) return <p className="ui-field-error">{t('send.noFee', { amount: formatAmount(FEE) })}</p>
  return (
    <Notice live="status">
      <p>{t('send.feeMissing', { amount })}</p>
      <Button onClick={() => onTake(most)}>{t('send.take', { amount })}</Button>
    </Notice>
  )
}

type Change = ChangeEvent<HTMLInputElement>

/** Recipient and amount. The button says what is missing, in the order of the fields. */
export const SendForm = ({ values, balance, most, onRetry, isReturn, isBusy, onChange, onSend }: Props) => {
  const t = useTranslate()
  const state = { ...values, balance, isSending: false }
  const status = sendStatus(state)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount = toLamports(values.amount)
    if (status === 'ready' && !isBusy && amount !== undefined) onSend(values.address.trim(), amount.toString())
  }
  const take = (lamports: bigint) => !isBusy && onChange({ ...values, amount: formatAmount(lamports) })
  const form = useRef<HTMLFormElement>(null)
  useMainButton({ text: t(sendLabel(state)), isActive: status === 'ready', isBusy, form })
  const isAmountWrong = status === 'invalidAmount' || status === 'insufficient' || status === 'feeMissing'
  return (
    <form ref={form} className="send-form" noValidate onSubmit={submit}>
      <AddressField
        values={values}
        isBusy={isBusy}
        onChange={onChange}
        isFocused={isReturn}
        isJudged={status === 'invalidAddress'}
      />
      <TextField
        label={t('send.amount')}
        name="amount"
        inputMode="decimal"
        placeholder={t('send.amountExample')}
        value={values.amount}
        readOnly={isBusy}
        aria-invalid={isAmountWrong}
        hint={t('send.fee', { amount: formatAmount(FEE) })}
        onChange={({ target }: Change) => onChange({ ...values, amount: target.value })}
        {...plain}
      />
      <BalanceLine balance={balance} onRetry={onRetry} onMax={(lamports) => take(maxAmountOf(lamports))} />
      {balance !== undefined && (status === 'feeMissing' || most !== undefined) && (
        <FeeMissing most={most ?? maxAmountOf(balance)} onTake={take} />
      )}
      <Button variant="primary" type="submit" className="wide" loading={isBusy} disabled={status !== 'ready'}>
        {t(sendLabel(state))}
      </Button>
      <Announcement>{status !== 'ready' && status !== 'empty' && t(sendLabel(state))}</Announcement>
    </form>
  )
}

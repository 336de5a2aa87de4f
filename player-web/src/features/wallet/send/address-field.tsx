import { TextField } from '@openauth/ui/text-field'
import { type ChangeEvent, useState } from 'react'
import { t, useTranslate } from '../../../i18n/i18n.ts'
import { focusInput } from '../../../lib/focus-input.ts'
import { isSolanaAddress } from '../../../lib/solana-address.ts'
import { foreignNetworkOf } from './foreign-address.ts'
import { paymentIn, type Prefill } from './prefill.ts'

/** Inputs that are not words: no correction, completion or translation. */
export const plain = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  translate: 'no',
} as const

/** A pasted payment request fills both fields; without an amount the entered one stays. */
const withAddress = (text: string, { amount }: Prefill): Prefill => {
  const payment = paymentIn(text)
  return payment ? { address: payment.address, amount: payment.amount || amount } : { address: text, amount }
}

/** What is wrong with an address, with the form that one must have; undefined if nothing is. */
const errorOf = (address: string): string | undefined => {
  if (address === '' || isSolanaAddress(address)) return undefined
  const network = foreignNetworkOf(address)
  return network ? t('send.foreignAddress', { network: t(`receive.${network}`) }) : t('send.noAddress')
}

interface Props {
  values: Prefill
  isBusy: boolean
  /** The user has come back to the form to change something. */
  isFocused: boolean
  /** The button already says that the address is invalid. */
  isJudged: boolean
  onChange: (values: Prefill) => void
}

/** The recipient. An address that is being typed is not judged yet. */
export const AddressField = ({ values, isBusy, isFocused, isJudged, onChange }: Props) => {
  useTranslate()
  const [hasLeft, setHasLeft] = useState(false)
  const error = isJudged || hasLeft ? errorOf(values.address.trim()) : undefined
  return (
    <TextField
      label={t('send.address')}
      name="address"
      placeholder={t('send.addressExample')}
      value={values.address}
      readOnly={isBusy}
      hint={t('send.addressForm')}
      error={error}
      onBlur={() => setHasLeft(true)}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => onChange(withAddress(target.value, values))}
      {...plain}
      {...(isFocused ? { ref: focusInput } : {})}
    />
  )
}

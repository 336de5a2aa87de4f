import type { SolanaSendPreview } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { type FormEvent, useEffect, useRef } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useMainButton } from '../../../session/use-main-button.ts'
import type { Price } from '../balance/holdings.ts'
import { useWorth } from '../balance/use-worth.ts'
import type { Transfer } from './send-keys.ts'

/** A transfer with the server's preview. */
export interface Reviewed {
  transfer: Transfer
  preview: SolanaSendPreview
}

const warnings: Record<SolanaSendPreview['warnings'][number], MessageId> = {
  own_address: 'send.warning.own',
  program: 'send.warning.program',
  unused_address: 'send.warning.unused',
  first_send: 'send.warning.first',
}

/** Only the most serious warning, which includes the others. */
const warningOf = ({ preview }: Reviewed): MessageId | undefined => {
  const order = ['own_address', 'program', 'unused_address', 'first_send'] as const
  const first = order.find((code) => preview.warnings.includes(code))
  return first && warnings[first]
}

interface RowProps {
  label: string
  isTotal?: boolean
  lamports: string
  /** The price of one SOL, if the value is shown. */
  price?: Price | undefined
}

const Row = ({ label, isTotal, lamports, price }: RowProps) => {
  const t = useTranslate()
  const worth = useWorth(BigInt(lamports), price)
  return (
    <div className={isTotal ? 'review-row review-total' : 'review-row'}>
      <dt>{label}</dt>
      <dd>
        {t('wallet.amount', { amount: formatAmount(BigInt(lamports)) })}
        {worth !== undefined && <small className="review-worth">{worth}</small>}
      </dd>
    </div>
  )
}

/** In groups of four for comparison; a copy of it has no blanks. */
const Address = ({ children }: { children: string }) => (
  <dd className="review-address" translate="no">
    {(children.match(/.{1,4}/g) ?? []).map((group, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- groups of one address, in their order
      <span key={index}>{group}</span>
    ))}
  </dd>
)

interface Props {
  reviewed: Reviewed
  /** The price of one SOL; undefined without a price. */
  price: Price | undefined
  isSending: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Amount, recipient and fee of a transfer, for confirmation. */
export const ReviewView = ({ reviewed, price, isSending, onBack, onConfirm }: Props) => {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const label = t(isSending ? 'send.sending' : 'send.confirm')
  useMainButton({ text: label, isActive: true, isBusy: isSending, form })
  const { transfer, preview } = reviewed
  const warning = warningOf(reviewed)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) onConfirm()
  }
  return (
    <form ref={form} className="review" onSubmit={confirm}>
      <h2 ref={heading} tabIndex={-1}>
        {t('send.review')}
      </h2>
      {warning && (
        <Notice live="alert">
          <p>{t(warning)}</p>
        </Notice>
      )}
      <dl className="review-rows">
        <div className="review-to">
          <dt>{t('send.to')}</dt>
          <Address>{transfer.address}</Address>
        </div>
        <Row label={t('send.amount')} lamports={transfer.amount} price={price} />
        {preview.fee !== null && <Row label={t('send.networkFee')} lamports={preview.fee} />}
        {preview.total !== null && <Row label={t('send.total')} lamports={preview.total} isTotal />}
      </dl>
      <Button variant="primary" type="submit" className="wide" loading={isSending}>
        {label}
      </Button>
      <Button variant="ghost" className="wide" disabled={isSending} onClick={() => !isSending && onBack()}>
        {t('send.edit')}
      </Button>
    </form>
  )
}

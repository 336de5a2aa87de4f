import { addressPageOf, sendAmountOf } from '@openauth/client'
import { Status } from '@openauth/ui/badge'
import { CopyButton } from '@openauth/ui/copy-button'
import { truncateMiddle } from '@openauth/ui/truncate'
import { Link } from 'react-router-dom'
import { ExternalLink } from '../../components/external-link.tsx'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { usePageOfTransaction } from '../../api/transaction-page.ts'
import { type FoundTransaction, statusWords } from './filters.ts'

const tones = {
  created: 'neutral',
  submitted: 'busy',
  confirmed: 'success',
  failed: 'danger',
  expired: 'warning',
} as const

interface Props {
  row: FoundTransaction
}

/** The status of a transaction, in words and colour. */
export const State = ({ row: { status } }: Props) => {
  const t = useTranslate()
  return <Status tone={tones[status]}>{t(statusWords[status])}</Status>
}

/** The amount with its vouched symbol or the token's address; in smallest units where the token's decimals are not known. */
export const amountText = (row: FoundTransaction, t: Translate): string => {
  const shown = sendAmountOf(row)
  if (!shown) return '–'
  const token = shown.symbol ?? truncateMiddle(row.token ?? '', 4, 4)
  return shown.isRaw ? t('transactions.rawUnits', { amount: shown.amount, token }) : `${shown.amount} ${token}`
}

/** The amount; of a token with its address, shown to the pointer and copied by a button. */
export const Amount = ({ row }: Props) => {
  const t = useTranslate()
  const text = amountText(row, t)
  if (row.amount === null || row.token === null) return <span title={text}>{text}</span>
  return (
    <span className="transaction-id">
      <span className="transaction-amount" title={`${text} · ${row.token}`}>
        {text}
      </span>
      <CopyButton text={row.token} name={t('transactions.token')} />
    </span>
  )
}

interface LinkProps extends Props {
  isFull?: boolean
}

/** The signature as a link to the network's explorer. */
export const Signature = ({ row: { network, signature }, isFull }: LinkProps) => {
  const t = useTranslate()
  const page = usePageOfTransaction(network, signature ?? '')
  if (signature === null) return '–'
  return (
    <span className="transaction-id">
      <ExternalLink href={page}>
        <code title={signature}>{isFull ? signature : truncateMiddle(signature, 6, 4)}</code>
      </ExternalLink>
      <CopyButton text={signature} name={t('transactions.signature')} />
    </span>
  )
}

interface AddressProps extends Props {
  address: string | null
  /** What it is the address of. */
  name: string
  isShort?: boolean
}

/** An address as a link to the network's explorer. */
export const Address = ({ row: { network }, address, name, isShort }: AddressProps) =>
  address === null ? (
    '–'
  ) : (
    <span className="transaction-id">
      <ExternalLink href={addressPageOf(network, address)}>
        <code title={address}>{isShort ? truncateMiddle(address, 6, 4) : address}</code>
      </ExternalLink>
      <CopyButton text={address} name={name} />
    </span>
  )

/** The user whose wallet sent, or the app's treasury; a deleted user has no screen any more. */
export const Sender = ({ row: { app, user } }: Props) => {
  const t = useTranslate()
  if (user === null) return t('transactions.treasury')
  if (user.name === null) return <code title={user.id}>{truncateMiddle(user.id, 8, 4)}</code>
  return (
    <Link to={`/apps/${app.id}/users/${user.id}`} dir="auto">
      {user.name}
    </Link>
  )
}

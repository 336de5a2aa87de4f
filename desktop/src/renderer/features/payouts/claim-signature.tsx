import { payoutNetwork } from '@openauth/client'
import { CopyButton } from '@openauth/ui/copy-button'
import { truncateMiddle } from '@openauth/ui/truncate'
import { ExternalLink } from '../../components/external-link.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { usePageOfTransaction } from '../../api/transaction-page.ts'

/** The signature of a payment as a link to the explorer; a dash before there is one. */
export const ClaimSignature = ({ value }: { value: string | null }) => {
  const t = useTranslate()
  const page = usePageOfTransaction(payoutNetwork, value ?? '')
  if (value === null) return '–'
  return (
    <span className="payouts-signature">
      <ExternalLink href={page}>
        <code title={value}>{truncateMiddle(value, 6, 4)}</code>
      </ExternalLink>
      <CopyButton text={value} name={t('transactions.signature')} />
    </span>
  )
}

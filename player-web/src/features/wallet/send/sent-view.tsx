import { Button, buttonClass } from '@openauth/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../components/icon.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import { ExplorerLink } from '../explorer-link.tsx'
import type { Sent } from './use-send.ts'

/** The sent transfer with a link to the explorer. It gets the focus, since the form that had it is gone. */
export const SentView = ({ sent, onAnother }: { sent: Sent; onAnother: () => void }) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { amount, address, signature } = sent
  return (
    <section className="sent">
      <span className="sent-sign">
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t('send.sent')}
      </h2>
      <p className="sent-what">
        {t('send.sentTo', { amount: formatAmount(BigInt(amount)), address: shortenAddress(address, 6) })}
      </p>
      <p className="sent-signature">
        {t('send.signature')}
        <ExplorerLink className="mono" signature={signature}>
          {shortenAddress(signature)}
        </ExplorerLink>
      </p>
      <Button variant="primary" className="wide" onClick={onAnother}>
        {t('send.another')}
      </Button>
      <Link className={buttonClass({ className: 'wide' })} to="/wallet">
        {t('wallet.back')}
      </Link>
    </section>
  )
}

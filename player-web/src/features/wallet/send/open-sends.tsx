import { Icon, type IconName } from '../../../components/icon.tsx'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import { ExplorerLink } from '../explorer-link.tsx'
import { type SendWithProgress, type SendProgress, useOpenSends } from './use-open-sends.ts'

const looks: Record<SendProgress, { icon: IconName; label: MessageId }> = {
  unknown: { icon: 'history', label: 'send.open.unknown' },
  underWay: { icon: 'history', label: 'send.open.underWay' },
  sent: { icon: 'check', label: 'send.open.sent' },
  failed: { icon: 'close', label: 'send.open.failed' },
}

const OpenSendRow = ({ send: { progress, signature, amount, address } }: { send: SendWithProgress }) => {
  const t = useTranslate()
  const { icon, label } = looks[progress]
  return (
    <li data-progress={progress}>
      <ExplorerLink className="card open-send" signature={signature}>
        <span className="card-sign">
          <Icon name={icon} />
        </span>
        <span className="card-words">
          <strong>
            {t('send.sentTo', { amount: formatAmount(BigInt(amount)), address: shortenAddress(address, 4) })}
          </strong>
          <small>{t(label)}</small>
        </span>
      </ExplorerLink>
    </li>
  )
}

/** Sends that were open when the page was left or reloaded, so that the user does not enter them again. */
export const OpenSends = ({ from }: { from: string }) => {
  const t = useTranslate()
  const sends = useOpenSends(from)
  if (sends.length === 0) return null
  return (
    <section className="open-sends" aria-live="polite">
      <h2>{t('send.open.title')}</h2>
      <ul className="card-list">
        {sends.map((send) => (
          <OpenSendRow key={send.key} send={send} />
        ))}
      </ul>
    </section>
  )
}

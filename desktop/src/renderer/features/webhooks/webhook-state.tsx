import { Status } from '@openauth/ui/badge'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import type { Delivery, Webhook } from './webhooks-query.ts'

const stateOf = ({ enabled, disabledBecause, failingSince }: Webhook) => {
  if (disabledBecause === 'gone') return { tone: 'danger', id: 'webhooks.stateGone' } as const
  if (disabledBecause) return { tone: 'danger', id: 'webhooks.stateGivenUp' } as const
  if (!enabled) return { tone: 'neutral', id: 'webhooks.stateOff' } as const
  if (failingSince !== null) return { tone: 'warning', id: 'webhooks.stateFailing' } as const
  return { tone: 'success', id: 'webhooks.stateOn' } as const
}

/** Whether an endpoint gets events. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const t = useTranslate()
  const { tone, id } = stateOf(webhook)
  return <Status tone={tone}>{t(id)}</Status>
}

const tones = { pending: 'info', delivered: 'success', failed: 'danger' } as const
/** What the statuses of deliveries are called. */
export const statusTitles = {
  pending: 'webhooks.pending',
  delivered: 'webhooks.delivered',
  failed: 'webhooks.failed',
} as const satisfies Record<Delivery['status'], MessageId>

/** Whether a delivery arrived. */
export const DeliveryState = ({ status }: Pick<Delivery, 'status'>) => {
  const t = useTranslate()
  return <Status tone={tones[status]}>{t(statusTitles[status])}</Status>
}

import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import type { Translate } from '../../i18n/i18n.ts'
import { DeliveryState, WebhookState } from './webhook-state.tsx'
import type { Delivery, Webhook } from './webhooks-query.ts'

/** The columns of an app's endpoints. */
export const webhookColumns = (t: Translate): DataColumn<Webhook>[] => [
  {
    id: 'url',
    title: t('webhooks.url'),
    width: 'minmax(14rem, 3fr)',
    isRequired: true,
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    id: 'state',
    title: t('webhooks.state'),
    width: 'minmax(8rem, 1fr)',
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'events',
    title: t('webhooks.events'),
    width: 'minmax(10rem, 2fr)',
    cell: ({ events }) =>
      events.length === 0 ? t('webhooks.all') : <span title={events.join(', ')}>{events.join(', ')}</span>,
  },
  {
    id: 'description',
    title: t('webhooks.description'),
    width: 'minmax(8rem, 1.5fr)',
    cell: ({ description }) => <span dir="auto">{description ?? '–'}</span>,
  },
  {
    id: 'createdAt',
    title: t('webhooks.created'),
    width: 'minmax(7rem, 1fr)',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** The columns of what was sent to an endpoint. */
export const deliveryColumns = (t: Translate): DataColumn<Delivery>[] => [
  {
    id: 'type',
    title: t('webhooks.event'),
    width: 'minmax(10rem, 1.5fr)',
    isRequired: true,
    cell: ({ type }) => <code>{type}</code>,
  },
  {
    id: 'status',
    title: t('webhooks.state'),
    width: 'minmax(7rem, 1fr)',
    cell: ({ status }) => <DeliveryState status={status} />,
  },
  { id: 'attempts', title: t('webhooks.attempts'), isNumber: true, cell: ({ attempts }) => attempts },
  {
    id: 'answer',
    title: t('webhooks.lastAnswer'),
    width: 'minmax(9rem, 2fr)',
    cell: ({ lastError, lastStatus }) => <span title={lastError ?? undefined}>{lastError ?? lastStatus ?? '–'}</span>,
  },
  {
    id: 'createdAt',
    title: t('webhooks.happened'),
    width: 'minmax(8rem, 1fr)',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'next',
    title: t('webhooks.nextAttempt'),
    width: 'minmax(8rem, 1fr)',
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Time at={nextAttemptAt} />),
  },
]

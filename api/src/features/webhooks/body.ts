import type { WebhookDeliveryModel } from '../../db.ts'

/** The body of an event, the same in every attempt. */
export const bodyOf = (
  appId: string,
  { type, createdAt, data }: Pick<WebhookDeliveryModel, 'type' | 'createdAt' | 'data'>,
): string => JSON.stringify({ type, timestamp: createdAt.toISOString(), appId, data })

import type { WebhookData, WebhookEventType } from '@openauth/client'
import type { Tx } from '../../db.ts'

/** An event that no trigger tells, since no row has all of it. */
interface WebhookEvent<T extends WebhookEventType> {
  appId: string
  userId: string
  type: T
  data: Omit<WebhookData[T], 'userId'>
}

/**
 * Writes an event to the outbox of each endpoint that wants it, in the transaction of what happened. Users, sessions, identities,
 * wallets and sends need no call: triggers write their events.
 */
export const emitEvent = async <T extends WebhookEventType>(
  tx: Tx,
  { appId, userId, type, data }: WebhookEvent<T>,
): Promise<void> => {
  await tx.$queryRaw`
    SELECT emit_webhook(${appId}::uuid, ${userId}::uuid, ${type}, ${JSON.stringify({ userId, ...data })}::jsonb)::text`
}

import { WEBHOOK_TEST } from '@openauth/client'
import type { WebhookDeliveryModel, WebhookModel } from '../../db.ts'
import { attemptDelivery } from './attempt.ts'
import { findDelivery } from './deliveries.ts'
import type { WebhookNeeds } from './needs.ts'
import { openSecrets } from './secrets.ts'
import { settleAttempt } from './settle.ts'

/** Nobody else claims it before then: no attempt takes as long. Milliseconds. */
const RESERVED = 10 * 60_000

/** Sends a test event once and at once, whether or not the endpoint is on; the answer says what came of it. Throws CustodyError. */
export const sendTest = async (
  { db, keys, clock, webhookPost }: Pick<WebhookNeeds, 'db' | 'keys' | 'clock' | 'webhookPost'>,
  webhook: WebhookModel,
): Promise<WebhookDeliveryModel> => {
  const secrets = await openSecrets(db.prisma, { keys }, webhook, clock())
  const about = { webhookId: webhook.id, type: WEBHOOK_TEST, data: { webhookId: webhook.id } }
  const dueAt = new Date(Date.now() + RESERVED)
  const delivery = await db.prisma.webhookDelivery.create({ data: { ...about, dueAt } })
  await settleAttempt(db, delivery, await attemptDelivery(webhookPost, webhook, delivery, secrets), { isLast: true })
  return findDelivery(db.prisma, webhook.id, delivery.id)
}

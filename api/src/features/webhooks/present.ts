import type { HandlerResult, contract, WebhookAttempt } from '@openauth/client'
import type { WebhookDeliveryModel, WebhookModel } from '../../db.ts'
import { bodyOf } from './body.ts'

type Presented = HandlerResult<typeof contract.webhooks.get>
type PresentedDetails = HandlerResult<typeof contract.webhooks.delivery>

/** An endpoint in the form of the API, without its secrets. */
export const presentWebhook = (
  { sealedSecret: _secret, sealedPrevious, previousUntil, appId: _appId, ...webhook }: WebhookModel,
  now: number,
): Presented => ({
  ...webhook,
  disabledBecause: webhook.disabledBecause as Presented['disabledBecause'],
  previousExpiresAt: sealedPrevious && previousUntil && previousUntil.getTime() > now ? previousUntil : null,
})

const logOf = ({ log }: WebhookDeliveryModel) => log as unknown as WebhookAttempt[]

/** A delivery in the form of the API. */
export const presentDelivery = (delivery: WebhookDeliveryModel) => {
  const { id, type, userId, status, attempts, createdAt, settledAt, dueAt } = delivery
  const last = logOf(delivery).at(-1)
  return {
    id,
    type,
    userId,
    status,
    attempts,
    createdAt,
    settledAt,
    lastStatus: last?.status ?? null,
    lastError: last?.error ?? null,
    nextAttemptAt: status === 'pending' ? dueAt : null,
  }
}

/** The same with its body and attempts. */
export const presentDetails = (appId: string, delivery: WebhookDeliveryModel): PresentedDetails => ({
  ...presentDelivery(delivery),
  body: bodyOf(appId, delivery),
  log: logOf(delivery).map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })),
})

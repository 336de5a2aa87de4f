import type { WebhookAttempt } from '@openauth/client'
import type { WebhookDeliveryModel, WebhookModel } from '../../db.ts'
import type { GuardedPost, Posted } from '../../lib/guarded-post.ts'
import { webhookHeaders } from '../../lib/webhook-signature.ts'
import { bodyOf } from './body.ts'

/** What came of an attempt. */
export interface Attempted {
  attempt: WebhookAttempt
  /** Seconds that the endpoint asks to wait. */
  retryAfter: number | null
  isDelivered: boolean
  /** It answered 410: it wants nothing more. */
  isGone: boolean
}

const problemOf = ({ status }: Posted): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `answered with a redirect (${status}), which is not followed`
  return `answered with status ${status}`
}

/** Sends a delivery once, signed by all secrets. Never throws. */
export const attemptDelivery = async (
  { post }: Pick<GuardedPost, 'post'>,
  { appId, url }: Pick<WebhookModel, 'appId' | 'url'>,
  delivery: Pick<WebhookDeliveryModel, 'id' | 'type' | 'createdAt' | 'data'>,
  secrets: readonly string[],
): Promise<Attempted> => {
  const at = Date.now()
  const body = bodyOf(appId, delivery)
  const signed = webhookHeaders(secrets, { id: delivery.id, timestamp: Math.floor(at / 1000), body })
  const begun = performance.now()
  const done = (status: number | null, error: string | null, response: string | null): WebhookAttempt => {
    const ms = Math.round(performance.now() - begun)
    return { at, ms, status, error, response }
  }
  try {
    const posted = await post(url, { body, headers: { 'content-type': 'application/json', ...signed } })
    const error = problemOf(posted)
    return {
      attempt: done(posted.status, error, posted.text === '' ? null : posted.text),
      retryAfter: posted.retryAfter,
      isDelivered: error === null,
      isGone: posted.status === 410,
    }
  } catch (error) {
    const attempt = done(null, (error as Error).message, null)
    return { attempt, retryAfter: null, isDelivered: false, isGone: false }
  }
}

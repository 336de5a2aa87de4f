import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** A message to sign: the body exactly as it is sent. */
export interface WebhookMessage {
  id: string
  /** Seconds since the epoch, of this attempt. */
  timestamp: number
  body: string
}

const signatureOf = (secret: string, { id, timestamp, body }: WebhookMessage): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/**
 * The headers of Standard Webhooks 1.0.0, with a signature by each secret: two while one is being replaced.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const webhookHeaders = (secrets: readonly string[], message: WebhookMessage): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, message)}`).join(' '),
})

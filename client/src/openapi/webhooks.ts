import { WEBHOOK_TEST, webhookEvents, type WebhookEventType } from '../contract/facts/webhooks.ts'
import { webhookBodies } from '../contract/webhook-events.ts'
import { type Json, schemaOf } from './schemas.ts'

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('webhook-id', 'The same in every attempt, so that repetitions can be told.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since the epoch.'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256 of id, timestamp and body by the secret, in base64; several are separated by blanks.',
  ),
]

const summaryOf = (type: string): string =>
  type === WEBHOOK_TEST ? 'An operator tries the endpoint' : webhookEvents[type as WebhookEventType]

/** The `webhooks` of an OpenAPI 3.1 document: what a partner's endpoint gets. https://spec.openapis.org/oas/v3.1.0#oas-webhooks */
export const webhooksOf = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(webhookBodies).map(([type, body]) => {
      const content = { 'application/json': { schema: schemaOf(body, schemas) } }
      const post = {
        operationId: `webhooks.on.${type}`,
        tags: ['Partners'],
        summary: summaryOf(type),
        parameters: headers,
        requestBody: { required: true, content },
        responses: {
          '2XX': { description: 'Delivered' },
          '410': { description: 'The endpoint is gone: it is switched off' },
          default: { description: 'Not delivered: it is sent again later' },
        },
        security: [],
      }
      return [type, { post }]
    }),
  )

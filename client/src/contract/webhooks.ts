import * as z from 'zod'
import { expectedUpdatedAt, QueryInstant } from './cursors.ts'
import * as endpoints from './endpoints/webhooks.ts'
import {
  MOST_REPLAYED,
  MOST_WEBHOOKS,
  webhookDisabledReasons,
  webhookEventTypes,
  webhookStatuses,
} from './facts/webhooks.ts'
import { clearable, decimal, Empty, exactlyOneOf, flag, Id, Instant, OverlapSeconds, visibleText } from './fields.ts'
import { route } from './route.ts'
import { storedSecret } from './stored-secrets.ts'

/** https, without credentials or fragment; http only on loopback, for development. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(2048, 'must have at most 2048 characters')
  .refine((text) => {
    if (!URL.canParse(text) || /[\p{Cc}\s\\]/u.test(text)) return false
    const { protocol, hostname, username, password, hash } = new URL(text)
    const isLoopback = protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)
    return (protocol === 'https:' || isLoopback) && username === '' && password === '' && hash === ''
  }, 'must be an https address without credentials or fragment')
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text))

const fields = {
  url: WebhookUrl.describe('receives events by POST; https on port 443, or an address of OPENAUTH_OUTBOUND_ALLOW'),
  description: clearable(visibleText(1, 200)),
  events: z
    .array(z.enum(webhookEventTypes))
    .max(webhookEventTypes.length)
    .transform((types) => [...new Set(types)])
    .describe('the types of events that it gets; empty: all, also those of later releases'),
  enabled: flag(z.boolean()).describe('events of a time when it is off are not sent later'),
  orderedByUser: flag(z.boolean()).describe(
    "a user's later events wait until its earlier ones are delivered or have failed for good",
  ),
}

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()),
    enabled: z.boolean(),
    orderedByUser: z.boolean(),
    disabledBecause: z
      .enum(webhookDisabledReasons)
      .nullable()
      .describe('why the server switched it off: `gone` it answered 410; `failing` every attempt of five days failed'),
    failingSince: Instant.nullable().describe('since when every attempt has failed; null after one that did not'),
    previousExpiresAt: Instant.nullable().describe('until when the secret before the present one signs too'),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.input<typeof Webhook>

export const WebhookAttempt = z
  .object({
    at: Instant,
    ms: z.int().describe('how long it took, in milliseconds'),
    status: z.int().nullable().describe('of the answer; null without one'),
    error: z.string().nullable().describe('why it failed; null where it was delivered'),
    response: z.string().nullable().describe('the beginning of the body of the answer, at most 1,024 characters'),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.input<typeof WebhookAttempt>

export const WebhookDelivery = z
  .object({
    id: Id.describe('the `webhook-id` of every attempt: receivers tell repetitions by it'),
    type: z.string(),
    userId: Id.nullable(),
    status: z.enum(webhookStatuses).describe('failed: all attempts failed; it is sent again by a replay only'),
    attempts: z.int().describe('since it was created or last sent again'),
    lastStatus: z.int().nullable().describe('of the last answer'),
    lastError: z.string().nullable(),
    createdAt: Instant.describe('when the event happened'),
    settledAt: Instant.nullable().describe('when it was delivered or failed for good'),
    nextAttemptAt: Instant.nullable().describe('null once it is settled'),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.input<typeof WebhookDelivery>

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  body: z.string().describe('what is sent, as JSON'),
  log: z.array(WebhookAttempt).describe('the last ten attempts, the latest last'),
}).meta({ id: 'WebhookDeliveryDetails' })

const ofApp = z.object({ appId: Id.describe('the app') })
const one = ofApp.extend({ id: Id.describe('the endpoint') })
const notFound = ['app_not_found', 'webhook_not_found'] as const
const status = z.enum(webhookStatuses)

/** Endpoints of partners' servers that are told what happens in an app: https://www.standardwebhooks.com */
export const webhooks = {
  list: route(endpoints.webhooks.list, {
    summary: 'List the webhook endpoints of an app, oldest first',
    description: 'No secret is included.',
    input: ofApp,
    output: z.array(Webhook),
    errors: ['app_not_found'],
  }),
  create: route(endpoints.webhooks.create, {
    summary: "Tell a partner's server what happens in an app",
    description:
      'Makes the secret that signs what is sent; `webhooks secret` shows it again. Events are sent from now on, each at least once. ' +
      `An app has at most ${MOST_WEBHOOKS} endpoints.`,
    input: ofApp.extend({
      ...fields,
      description: fields.description.default(null),
      events: fields.events.default([]),
      enabled: fields.enabled.default(true),
      orderedByUser: fields.orderedByUser.default(false),
    }),
    output: Webhook.extend({ secret: storedSecret(z.string()) }).meta({ id: 'NewWebhook' }),
    status: 201,
    errors: ['app_not_found', 'too_many_webhooks'],
  }),
  get: route(endpoints.webhooks.get, {
    summary: 'Show a webhook endpoint',
    description: 'With whether it fails, and why the server switched it off. No secret is included.',
    input: one,
    output: Webhook,
    errors: notFound,
  }),
  update: route(endpoints.webhooks.update, {
    summary: 'Change a webhook endpoint; missing fields stay',
    description:
      'What is waiting goes to the new address. Switched off, it keeps what is waiting and gets no new events; switched on, it gets what was waiting.',
    input: one.extend({ ...z.object(fields).partial().shape, expectedUpdatedAt }),
    output: Webhook,
    errors: [...notFound, 'changed_meanwhile'],
  }),
  delete: route(endpoints.webhooks.delete, {
    summary: 'Remove a webhook endpoint with its deliveries',
    description: 'What waits is not sent.',
    input: one,
    output: Empty,
    errors: notFound,
  }),
  secret: route(endpoints.webhooks.secret, {
    summary: 'Show the secret that signs the events of an endpoint',
    description: 'The receiver verifies the header `webhook-signature` with it. Each reveal is audited.',
    input: one,
    output: z.object({ secret: storedSecret(z.string()) }),
    errors: notFound,
  }),
  rotate: route(endpoints.webhooks.rotate, {
    summary: 'Replace the secret of an endpoint',
    description: 'Until the old secret expires, events carry a signature of each.',
    input: one.extend({ overlapSeconds: decimal(OverlapSeconds) }),
    output: z.object({ secret: storedSecret(z.string()), previousExpiresAt: Instant }),
    errors: notFound,
  }),
  test: route(endpoints.webhooks.test, {
    limited: true,
    summary: 'Send a test event to an endpoint, and say what came of it',
    description: 'Sends `webhook.test` once and at once, also to an endpoint that is off.',
    input: one,
    output: WebhookDeliveryDetails,
    errors: notFound,
  }),
  deliveries: route(endpoints.webhooks.deliveries, {
    summary: 'List the deliveries of an endpoint, newest first',
    description: 'Settled ones are kept for 14 days. The next page begins at `meta.nextBefore`.',
    input: one.extend({
      status: status.optional(),
      type: z.string().max(64).optional().describe('only events of this type'),
      userId: Id.optional().describe('only events about this user'),
      before: z
        .string()
        .regex(/^\d{1,18}$/, 'must be `nextBefore` of an answer')
        .optional(),
      limit: decimal(z.int().min(1).max(100).default(20).describe('1 to 100')),
    }),
    output: z.array(WebhookDelivery),
    meta: z
      .object({ nextBefore: z.string().nullable().describe('null on the last page') })
      .meta({ id: 'DeliveriesMeta' }),
    errors: notFound,
  }),
  delivery: route(endpoints.webhooks.delivery, {
    summary: 'Show a delivery with its body and its last attempts',
    description: 'The body is what every attempt sends, byte for byte.',
    input: one.extend({ deliveryId: Id.describe('the delivery') }),
    output: WebhookDeliveryDetails,
    errors: [...notFound, 'delivery_not_found'],
  }),
  replay: route(endpoints.webhooks.replay, {
    summary: 'Send deliveries again: one, or those of a time',
    description:
      `With the ids that they had, so that receivers can tell repetitions. At most ${MOST_REPLAYED.toLocaleString('en')} at a time, the oldest first; ` +
      '`more` tells whether some are left. Those that wait for their next attempt are sent at once.',
    input: exactlyOneOf(
      one.extend({
        deliveryId: Id.optional().describe('the delivery'),
        from: QueryInstant.describe('events of this time or later'),
        to: QueryInstant.describe('events before this time; default: now'),
        status: status.optional().describe('only deliveries of this status, such as `failed`'),
      }),
      [['deliveryId'], ['from']],
    ),
    output: z.object({ replayed: z.int(), more: z.boolean() }),
    errors: [...notFound, 'delivery_not_found'],
  }),
}

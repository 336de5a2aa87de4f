import * as z from 'zod'
import { walletChains } from './chains/chain.ts'
import { transactionStatuses } from './facts/transactions.ts'
import { webhookEventTypes, WEBHOOK_TEST, type WebhookEventType } from './facts/webhooks.ts'
import { Id } from './fields.ts'
import { networks } from './networks.ts'

const userId = Id.describe('the user')
const user = z.object({
  userId,
  externalId: z.string().nullable().describe('your own id of the user; null where it has none'),
})
const session = z.object({ userId, sessionId: Id })

/**
 * The `data` of each event. It has ids and facts of the platform, no names, addresses of people or other personal data: ask the API for
 * those, with the app secret. Later releases may add fields.
 */
export const webhookData = {
  'user.created': user,
  'user.login': session.extend({ method: z.string().describe('the login method, such as `google`') }),
  'user.disabled': user,
  'user.enabled': user,
  'user.deleted': user.describe('`externalId` as it was'),
  'identity.bound': z.object({
    userId,
    provider: z.string().describe('such as `google`'),
    founding: z.boolean().describe('whether the account was made with it'),
  }),
  'identity.unbound': z.object({ userId, provider: z.string() }),
  'session.revoked': session,
  'wallet.created': z.object({ userId, chain: z.enum(walletChains), address: z.string() }),
  'transaction.state': z.object({
    userId: Id.nullable().describe("the user whose wallet sends; null for payments by the app's treasury"),
    transactionId: Id,
    network: z.enum(networks),
    kind: z.enum(['transfer', 'transaction', 'message', 'reply']),
    status: z.enum(transactionStatuses),
    signature: z.string().nullable().describe('signature or hash on the chain'),
    error: z.string().nullable().describe('the reason of a failure or expiry'),
  }),
  'policy.refused': z.object({
    userId,
    rule: z.string().describe('the rule of the wallet policy that refused it'),
    message: z.string(),
    network: z.enum(networks).nullable().describe('null for messages and exports of keys'),
  }),
  'task.done': z.object({
    userId,
    taskId: Id,
    taskKey: z.string(),
    period: z.string().describe('the day (UTC) of a daily task, such as 2026-11-26; otherwise empty'),
    reward: z.int().describe('rings'),
  }),
  'rings.claimed': z.object({
    userId,
    rings: z.int().describe('claimed now'),
    claimId: Id.nullable().describe('the claim that is paid on chain; null where claims are recorded only'),
  }),
} satisfies Record<WebhookEventType, z.ZodObject>
export type WebhookData = { [T in WebhookEventType]: z.input<(typeof webhookData)[T]> }

const eventOf = (type: string, data: z.ZodObject) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('when it happened (RFC 3339, UTC)'),
    appId: Id,
    data,
  })

/** The body of each event: `type`, `timestamp` and `data` as Standard Webhooks 1.0.0 recommends. */
export const webhookBodies: Record<string, z.ZodObject> = Object.fromEntries([
  ...webhookEventTypes.map((type) => [type, eventOf(type, webhookData[type])] as const),
  [WEBHOOK_TEST, eventOf(WEBHOOK_TEST, z.object({ webhookId: Id }))] as const,
])

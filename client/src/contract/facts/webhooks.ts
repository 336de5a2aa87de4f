/** What endpoints of an app can be told, and when each is sent. */
export const webhookEvents = {
  'user.created': 'a user was created: by a login, an operator, your server or an import',
  'user.login': 'a user logged in, and a session began',
  'user.disabled': 'a user was disabled',
  'user.enabled': 'a disabled user was enabled again',
  'user.deleted': 'a user was deleted; its sessions and identities ended without events of their own',
  'identity.bound': 'a user got a way to log in, the first one included',
  'identity.unbound': 'a way to log in was removed from a user',
  'session.revoked':
    'a session ended before it expired: by a logout, an operator, your server or a change of the account',
  'wallet.created': 'a wallet of a user was made, at its first need: one event for each chain',
  'transaction.state': 'the status of a send changed',
  'policy.refused': "an app's rules refused a signature or the export of a key",
  'task.done': 'a player completed a task of the tap game, and was paid',
  'rings.claimed': 'a player claimed rings of the tap game',
} as const
export type WebhookEventType = keyof typeof webhookEvents
export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEventType, ...WebhookEventType[]]

/** The event that an operator sends to try an endpoint. No endpoint chooses it. */
export const WEBHOOK_TEST = 'webhook.test'

/** The most endpoints of an app. */
export const MOST_WEBHOOKS = 20
/** The most deliveries that one call sends again. */
export const MOST_REPLAYED = 10_000

export const webhookStatuses = ['pending', 'delivered', 'failed'] as const

/** Why the server switched an endpoint off: it answered 410, or failed for days. */
export const webhookDisabledReasons = ['gone', 'failing'] as const

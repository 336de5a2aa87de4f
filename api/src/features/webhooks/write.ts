import { randomUUID } from 'node:crypto'
import { type contract, type HandlerInput, MOST_WEBHOOKS } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { WebhookModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { isFetchable } from '../../lib/safe-fetch.ts'
import { lockApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { withoutUndefined } from '../content/changes.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { lockWebhook, type WebhookKey } from './find.ts'
import type { WebhookNeeds } from './needs.ts'
import { openSecrets, sealNewSecret } from './secrets.ts'

type WriteNeeds = Pick<WebhookNeeds, 'db' | 'keys' | 'settings' | 'clock'>

/** The fields that operators set, in the order of the audit trail. */
const fields = ['url', 'description', 'events', 'enabled', 'orderedByUser'] as const satisfies (keyof WebhookModel)[]

/** An address that this server may call, so that the mistake shows at once. Each attempt checks it again. */
const requireCallable = (url: string | undefined, allow: readonly string[]): void => {
  if (url === undefined || isFetchable(url, allow)) return
  const message = 'is not https on port 443 of the public internet, and OPENAUTH_OUTBOUND_ALLOW does not have it'
  throw new Problem('invalid_input', { message: `The address ${message}`, issues: [{ path: 'url', message }] })
}

/** Creates an endpoint with its secret. Throws `app_not_found`, `too_many_webhooks`, `invalid_input`. */
export const createWebhook = (
  deps: WriteNeeds,
  { appId, ...given }: HandlerInput<typeof contract.webhooks.create>,
  context: Context,
): Promise<{ webhook: WebhookModel; secret: string }> => {
  requireCallable(given.url, deps.settings.outboundAllow)
  return deps.db.transaction(async (tx) => {
    await lockApp(tx, appId)
    if ((await tx.webhook.count({ where: { appId } })) >= MOST_WEBHOOKS) throw new Problem('too_many_webhooks')
    const id = randomUUID()
    const { secret, sealed } = await sealNewSecret(tx, deps, { id, appId })
    const webhook = await tx.webhook.create({ data: { ...given, id, appId, sealedSecret: sealed } })
    const { url, events, enabled, orderedByUser } = webhook
    const details = { url, events, enabled, orderedByUser }
    await record(tx, context, { action: 'webhook.create', appId, targetId: id, details })
    return { webhook, secret }
  })
}

/** What a change did, for the audit trail. */
const changeOf = (before: WebhookModel, after: WebhookModel) => {
  const changed = fields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const of = (webhook: WebhookModel) => Object.fromEntries(changed.map((name) => [name, webhook[name]]))
  return { changed, before: of(before), after: of(after) }
}

/** Throws `app_not_found`, `webhook_not_found`, `changed_meanwhile`, `invalid_input`. */
export const updateWebhook = (
  { db, settings }: WriteNeeds,
  { expectedUpdatedAt, appId, id, ...given }: HandlerInput<typeof contract.webhooks.update>,
  context: Context,
): Promise<WebhookModel> => {
  requireCallable(given.url, settings.outboundAllow)
  const changes = withoutUndefined(given)
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, { appId, id })
    requireUnchanged(before.updatedAt, expectedUpdatedAt)
    // Another address, and one that is switched on again, have not failed yet.
    const isFresh = (given.url !== undefined && given.url !== before.url) || (given.enabled === true && !before.enabled)
    const health = isFresh ? { failingSince: null } : {}
    const reason = given.enabled === true ? { disabledBecause: null } : {}
    const data = { ...changes, ...health, ...reason, updatedAt: nextVersion(before.updatedAt) }
    const after = await tx.webhook.update({ where: { id }, data })
    const change = changeOf(before, after)
    const details = change.changed.includes('url') ? change : { url: after.url, ...change }
    if (change.changed.length > 0) await record(tx, context, { action: 'webhook.update', appId, targetId: id, details })
    return after
  })
}

/** Deletes an endpoint; housekeeping deletes deliveries that are written meanwhile. Throws `app_not_found`, `webhook_not_found`. */
export const deleteWebhook = (deps: WriteNeeds, key: WebhookKey, context: Context): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { id, appId, url } = await lockWebhook(tx, key)
    await tx.webhook.delete({ where: { id } })
    await tx.webhookDelivery.deleteMany({ where: { webhookId: id } })
    await record(tx, context, { action: 'webhook.delete', appId, targetId: id, details: { url } })
  })

/** The secret of an endpoint, for an operator; audited. Throws `app_not_found`, `webhook_not_found`. */
export const revealSecret = (deps: WriteNeeds, key: WebhookKey, context: Context): Promise<string> =>
  deps.db.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, key)
    const [secret] = await openSecrets(tx, deps, webhook, deps.clock())
    const { id: targetId, appId, url } = webhook
    await record(tx, context, { action: 'webhook.secret-reveal', appId, targetId, details: { url } })
    return secret
  })

/** Replaces the secret; the one before signs too until it expires. Throws `app_not_found`, `webhook_not_found`. */
export const rotateSecret = (
  deps: WriteNeeds,
  { overlapSeconds, ...key }: WebhookKey & { overlapSeconds: number },
  context: Context,
): Promise<{ secret: string; previousExpiresAt: Date }> =>
  deps.db.transaction(async (tx) => {
    const { id, appId, url, sealedSecret, updatedAt } = await lockWebhook(tx, key)
    const { secret, sealed } = await sealNewSecret(tx, deps, { id, appId })
    const previousUntil = new Date(deps.clock() + overlapSeconds * 1000)
    const secrets = { sealedSecret: sealed, sealedPrevious: sealedSecret, previousUntil }
    await tx.webhook.update({ where: { id }, data: { ...secrets, updatedAt: nextVersion(updatedAt) } })
    const details = { url, overlapSeconds }
    await record(tx, context, { action: 'webhook.secret-rotate', appId, targetId: id, details })
    return { secret, previousExpiresAt: previousUntil }
  })

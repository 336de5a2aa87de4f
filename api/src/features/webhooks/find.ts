import type { Tx, WebhookModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { lockApp, requireApp } from '../apps/require-app.ts'

export interface WebhookKey {
  appId: string
  id: string
}

const read = async (tx: Tx, { appId, id }: WebhookKey): Promise<WebhookModel> => {
  const webhook = await tx.webhook.findFirst({ where: { id, appId } })
  if (!webhook) throw new Problem('webhook_not_found')
  return webhook
}

/** An endpoint of an app. Throws `app_not_found`, `webhook_not_found`. */
export const findWebhook = async (tx: Tx, key: WebhookKey): Promise<WebhookModel> => {
  await requireApp(tx, key.appId)
  return read(tx, key)
}

/** The same with the app locked against other changes. */
export const lockWebhook = async (tx: Tx, key: WebhookKey): Promise<WebhookModel> => {
  await lockApp(tx, key.appId)
  return read(tx, key)
}

import type { Handlers } from '../../handler.ts'
import { requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { findDelivery, listDeliveries } from './deliveries.ts'
import { findWebhook } from './find.ts'
import type { WebhookNeeds } from './needs.ts'
import { presentDelivery, presentDetails, presentWebhook } from './present.ts'
import { replayDeliveries } from './replay.ts'
import { sendTest } from './send-test.ts'
import { createWebhook, deleteWebhook, revealSecret, rotateSecret, updateWebhook } from './write.ts'

/** Webhook endpoints of an app, for its operators. */
export const webhookHandlers = (deps: WebhookNeeds): Handlers<'webhooks'> => {
  const { prisma } = deps.db
  return {
    list: async ({ appId }) => {
      await requireApp(prisma, appId)
      const rows = await prisma.webhook.findMany({ where: { appId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
      return rows.map((row) => presentWebhook(row, deps.clock()))
    },
    create: async (input, context) => {
      const { webhook, secret } = await createWebhook(deps, input, context)
      return { ...presentWebhook(webhook, deps.clock()), secret }
    },
    get: async (key) => presentWebhook(await findWebhook(prisma, key), deps.clock()),
    update: async (input, context) => presentWebhook(await updateWebhook(deps, input, context), deps.clock()),
    delete: async (key, context) => {
      await deleteWebhook(deps, key, context)
      return {}
    },
    secret: async (key, context) => ({ secret: await revealSecret(deps, key, context) }),
    rotate: (input, context) => rotateSecret(deps, input, context),
    test: async (key, context) => {
      const webhook = await findWebhook(prisma, key)
      const { id: targetId, appId, url } = webhook
      await deps.attempts.consume(['methodTestByAdmin', String(context.identity.adminId)])
      const delivery = await sendTest(deps, webhook)
      await record(prisma, context, {
        action: 'webhook.test',
        appId,
        targetId,
        details: { url, status: delivery.status },
      })
      return presentDetails(appId, delivery)
    },
    deliveries: async (input) => {
      await findWebhook(prisma, input)
      const { page, nextBefore } = await listDeliveries(prisma, input)
      return { data: page.map(presentDelivery), meta: { nextBefore } }
    },
    delivery: async ({ deliveryId, ...key }) => {
      const { id, appId } = await findWebhook(prisma, key)
      return presentDetails(appId, await findDelivery(prisma, id, deliveryId))
    },
    replay: (which, context) => replayDeliveries(deps, which, context),
  }
}

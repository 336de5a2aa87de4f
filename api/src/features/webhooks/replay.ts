import { type contract, type HandlerInput, MOST_REPLAYED } from '@openauth/client'
import type { Context } from '../../handler.ts'
import { type Database, Prisma } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { allOf } from '../keyset.ts'
import { record } from '../audit/record.ts'
import { findWebhook } from './find.ts'

type Which = HandlerInput<typeof contract.webhooks.replay>

const conditions = ({ deliveryId, from, to, status }: Which): Prisma.Sql[] => [
  ...(deliveryId ? [Prisma.sql`id = ${deliveryId}::uuid`] : []),
  ...(from ? [Prisma.sql`"createdAt" >= ${from}::timestamptz`] : []),
  ...(to ? [Prisma.sql`"createdAt" < ${to}::timestamptz`] : []),
  ...(status ? [Prisma.sql`status = ${status}::"WebhookStatus"`] : []),
]

/**
 * Sends deliveries again, with their ids and all attempts. What another server is sending right now is sent once more. Throws
 * `app_not_found`, `webhook_not_found`, and `delivery_not_found` for one that does not exist.
 */
export const replayDeliveries = (
  { db }: { db: Database },
  which: Which,
  context: Context,
): Promise<{ replayed: number; more: boolean }> =>
  db.transaction(async (tx) => {
    const { id: webhookId, url } = await findWebhook(tx, which)
    const where = allOf([Prisma.sql`"webhookId" = ${webhookId}::uuid`, ...conditions(which)])
    const found = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "WebhookDelivery" WHERE ${where} ORDER BY seq LIMIT ${MOST_REPLAYED + 1}::int`
    if (which.deliveryId && found.length === 0) throw new Problem('delivery_not_found')
    const ids = found.slice(0, MOST_REPLAYED).map(({ id }) => id)
    const replayed = await tx.$executeRaw`
      UPDATE "WebhookDelivery" SET status = 'pending', attempts = 0, "dueAt" = now(), "settledAt" = NULL
      WHERE id = ANY(${ids}::uuid[])`
    const details = { url, replayed, ...(which.status ? { status: which.status } : {}) }
    await record(tx, context, { action: 'webhook.replay', appId: which.appId, targetId: webhookId, details })
    return { replayed, more: found.length > ids.length }
  })

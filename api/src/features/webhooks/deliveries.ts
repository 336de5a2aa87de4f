import type { contract, HandlerInput } from '@openauth/client'
import type { Tx, WebhookDeliveryModel } from '../../db.ts'
import { Problem } from '../../errors.ts'

type Filters = HandlerInput<typeof contract.webhooks.deliveries>

/** A page of an endpoint's deliveries, newest first, and where the next one begins. */
export const listDeliveries = async (tx: Tx, { id, status, type, userId, before, limit }: Filters) => {
  const rows = await tx.webhookDelivery.findMany({
    where: {
      webhookId: id,
      ...(status ? { status } : {}),
      ...(type ? { type } : {}),
      ...(userId ? { userId } : {}),
      ...(before ? { seq: { lt: BigInt(before) } } : {}),
    },
    orderBy: { seq: 'desc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  return { page, nextBefore: rows.length > limit ? String(page.at(-1)!.seq) : null }
}

/** Throws `delivery_not_found`. */
export const findDelivery = async (tx: Tx, webhookId: string, id: string): Promise<WebhookDeliveryModel> => {
  const delivery = await tx.webhookDelivery.findFirst({ where: { id, webhookId } })
  if (!delivery) throw new Problem('delivery_not_found')
  return delivery
}

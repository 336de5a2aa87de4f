import type { Database, Statement, WebhookDeliveryModel, WebhookModel } from '../../db.ts'

/** A delivery of which this server makes the next attempt. */
export type Claimed = Pick<
  WebhookDeliveryModel,
  'id' | 'webhookId' | 'type' | 'data' | 'createdAt' | 'attempts' | 'log' | 'orderKey'
>

/** What was found of an endpoint, and how many due deliveries were looked at. */
export interface Claims {
  claimed: Claimed[]
  looked: number
}

/** How long an attempt has before another server takes the delivery over: longer than any attempt takes. */
const LEASE = `interval '60 seconds'`

/** Whether the endpoint is as it was read: not switched off, moved or given another secret since, nor gone, nor its app. */
const isUnchanged = `EXISTS (
  SELECT FROM "Webhook" w JOIN "App" a ON a.id = w."appId" AND a."deletedAt" IS NULL
  WHERE w.id = $1 AND w.enabled AND w."updatedAt" = $3)`

const due = `
  SELECT id FROM "WebhookDelivery" WHERE "webhookId" = $1 AND status = 'pending' AND "dueAt" <= now() AND ${isUnchanged}
  ORDER BY "dueAt" LIMIT $2 FOR UPDATE SKIP LOCKED`

const columns = `d.id, d."webhookId", d.type, d.data, d."createdAt", d.attempts, d.log, d."orderKey"`

const claimAny: Statement = {
  name: 'webhook-claim',
  text: `UPDATE "WebhookDelivery" d SET "dueAt" = now() + ${LEASE} WHERE id IN (${due}) RETURNING ${columns}`,
}

/**
 * Leases the first of each user, and sets the others aside until that one is due again. This is a statement of its own, after the lock:
 * it sees what has settled by then, and whatever settles a first one later waits for the lock and wakes the next.
 */
const leaseFirst: Statement = {
  name: 'webhook-claim-first',
  text: `
    UPDATE "WebhookDelivery" d
    SET "dueAt" = CASE WHEN first."dueAt" IS NULL THEN now() + ${LEASE} ELSE greatest(first."dueAt", now() + interval '5 seconds') END
    FROM "WebhookDelivery" own LEFT JOIN LATERAL (
      SELECT e."dueAt" FROM "WebhookDelivery" e
      WHERE e."webhookId" = own."webhookId" AND e."orderKey" = own."orderKey" AND e.status = 'pending' AND e.seq < own.seq
      ORDER BY e.seq LIMIT 1
    ) first ON TRUE
    WHERE own.id = ANY($1::uuid[]) AND d.id = own.id
    RETURNING ${columns}, first."dueAt" IS NULL AS "isFirst"`,
}

/** In one transaction of its own connection: the statements of Prisma's would be prepared anew. */
const claimInOrder = async ({ pool }: Database, values: [string, number, Date]): Promise<Claims> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows: locked } = await client.query<{ id: string }>(due, values)
    const { rows } = await client.query<Claimed & { isFirst: boolean }>(leaseFirst.text, [locked.map(({ id }) => id)])
    await client.query('COMMIT')
    return { claimed: rows.filter(({ isFirst }) => isFirst), looked: locked.length }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/**
 * Claims due deliveries of an endpoint, those due first, for one attempt each. One of several servers claims each; if it crashes, another
 * claims it a minute later. Claims nothing where the endpoint was changed since it was read.
 */
export const claimDeliveries = async (
  db: Database,
  { id, orderedByUser, updatedAt }: Pick<WebhookModel, 'id' | 'orderedByUser' | 'updatedAt'>,
  most: number,
): Promise<Claims> => {
  const values: [string, number, Date] = [id, most, updatedAt]
  if (orderedByUser) return claimInOrder(db, values)
  const claimed = await db.query<Claimed>(claimAny, values)
  return { claimed, looked: claimed.length }
}

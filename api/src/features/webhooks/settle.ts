import type { WebhookAttempt } from '@openauth/client'
import type { Database, Statement } from '../../db.ts'
import type { Attempted } from './attempt.ts'
import type { Claimed } from './claim.ts'
import { nextDelay } from './schedule.ts'

/** How many attempts a delivery's log has. */
const LOGGED = 10

/** A delivery that was settled or deleted meanwhile stays as it is. */
const record: Statement = {
  name: 'webhook-outcome',
  text: `
    WITH given AS (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::float8[], $5::text[])
        WITH ORDINALITY AS g (id, status, attempts, delay, log, n)
    ), changed AS (
      UPDATE "WebhookDelivery" d SET status = g.status::"WebhookStatus", attempts = g.attempts, log = g.log::jsonb,
        "dueAt" = now() + make_interval(secs => g.delay), "settledAt" = CASE WHEN g.status <> 'pending' THEN now() END
      FROM given g WHERE d.id = g.id AND d.status = 'pending' RETURNING g.n
    )
    SELECT n FROM changed`,
}

/** The next delivery of a user, which was set aside while the one before it was under way. */
const wakeNext: Statement = {
  name: 'webhook-wake',
  text: `
    UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE id = (
      SELECT id FROM "WebhookDelivery" WHERE "webhookId" = $1 AND "orderKey" = $2 AND status = 'pending' ORDER BY seq LIMIT 1)`,
}

interface Outcome {
  status: 'pending' | 'delivered' | 'failed'
  /** Seconds until the next attempt. */
  delay: number
}

const outcomeOf = ({ isDelivered, retryAfter }: Attempted, attempts: number, isLast: boolean): Outcome => {
  if (isDelivered) return { status: 'delivered', delay: 0 }
  const delay = isLast ? null : nextDelay(attempts, retryAfter)
  return delay === null ? { status: 'failed', delay: 0 } : { status: 'pending', delay }
}

/** Stores what came of an attempt. With `isLast` there is no other one, whatever came of it. */
export const settleAttempt = async (
  db: Database,
  { id, webhookId, orderKey, ...delivery }: Claimed,
  attempted: Attempted,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> => {
  const attempts = delivery.attempts + 1
  const { status, delay } = outcomeOf(attempted, attempts, isLast)
  const log = [...(delivery.log as unknown as WebhookAttempt[]), attempted.attempt].slice(-LOGGED)
  await db.batch(record, [id, status, attempts, delay, JSON.stringify(log)])
  if (orderKey !== null && status !== 'pending') await db.query(wakeNext, [webhookId, orderKey])
}

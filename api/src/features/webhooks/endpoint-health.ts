import type { webhookDisabledReasons } from '@openauth/client'
import type { Database, WebhookModel } from '../../db.ts'
import type { AuditDetails } from '../audit/record.ts'

/** How long every attempt at an endpoint may fail before it is switched off. Milliseconds. */
const PATIENCE = 5 * 86_400_000

type Endpoint = Pick<WebhookModel, 'id' | 'appId' | 'url' | 'failingSince'>
type Reason = (typeof webhookDisabledReasons)[number]

/** Switches an endpoint off, with an audit line of the server's. What waits is kept. */
const switchOff = ({ db }: { db: Database }, { id, appId, url }: Endpoint, reason: Reason): Promise<boolean> =>
  db.transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE "Webhook" SET enabled = FALSE, "disabledBecause" = ${reason}, "updatedAt" = greatest(now(), "updatedAt" + interval '1 ms')
      WHERE id = ${id}::uuid AND url = ${url} AND enabled
        AND (${reason} = 'gone' OR "failingSince" < now() - make_interval(secs => ${PATIENCE / 1000}::int))`
    if (count === 0) return false
    const details = { url, reason } satisfies AuditDetails
    const line = { actor: 'server', action: 'webhook.switch-off', appId, targetId: id, details } as const
    await tx.auditEvent.create({ data: line })
    return true
  })

/**
 * Remembers since when every attempt at an endpoint has failed, and switches it off where it says 410 or has failed for days. Whether it
 * was switched off.
 */
export const recordHealth = async (
  deps: { db: Database },
  endpoint: Endpoint,
  { isDelivered, isGone }: { isDelivered: boolean; isGone: boolean },
): Promise<boolean> => {
  const { prisma } = deps.db
  const { id, url } = endpoint
  if (isGone) return switchOff(deps, endpoint, 'gone')
  if (isDelivered) {
    if (endpoint.failingSince) await prisma.webhook.updateMany({ where: { id, url }, data: { failingSince: null } })
    return false
  }
  const { failingSince } = endpoint
  if (failingSince) return failingSince.getTime() + PATIENCE < Date.now() && switchOff(deps, endpoint, 'failing')
  await prisma.webhook.updateMany({ where: { id, url, failingSince: null }, data: { failingSince: new Date() } })
  return false
}

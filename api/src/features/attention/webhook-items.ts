import type { AttentionItem } from '@openauth/client'
import type { Platform } from '../../resources.ts'

/** How long every attempt at an endpoint fails before somebody should look. Milliseconds. */
const TOLD_AFTER = 3_600_000

/** Webhook endpoints that fail, and those that the server switched off. */
export const webhookItems = async ({ db }: Pick<Platform, 'db'>): Promise<AttentionItem[]> => {
  const since = new Date(Date.now() - TOLD_AFTER)
  const found = await db.prisma.webhook.findMany({
    where: {
      app: { deletedAt: null },
      OR: [{ disabledBecause: { not: null } }, { enabled: true, failingSince: { lt: since } }],
    },
    orderBy: { id: 'asc' },
  })
  return found.map(({ id, appId, url, disabledBecause, failingSince }): AttentionItem => {
    const about = { appId, subject: id }
    const { host } = new URL(url)
    if (disabledBecause)
      return { ...about, code: 'webhook_disabled', severity: 'error', data: { host, because: disabledBecause } }
    const data = { host, since: failingSince?.getTime() ?? 0 }
    return { ...about, code: 'webhook_failing', severity: 'warning', data }
  })
}

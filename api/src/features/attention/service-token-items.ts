import { type AttentionItem, includesRole, SERVICE_TOKEN_WARNING_DAYS } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { Platform } from '../../resources.ts'

/** Milliseconds. */
const DAY = 86_400_000
/** How long before its end a service token is more than a notice. Milliseconds. */
const URGENT = 3 * DAY

/** Service tokens that end soon: an admin's own, and all for an owner. */
export const serviceTokenItems = async (
  { db }: Pick<Platform, 'db'>,
  { adminId, role }: Pick<AdminIdentity, 'adminId' | 'role'>,
  now = Date.now(),
): Promise<AttentionItem[]> => {
  const soon = new Date(now + SERVICE_TOKEN_WARNING_DAYS * DAY)
  const tokens = await db.prisma.serviceToken.findMany({
    where: {
      revokedAt: null,
      expiresAt: { gt: new Date(now), lt: soon },
      admin: { deletedAt: null },
      ...(includesRole(role, 'owner') ? {} : { adminId }),
    },
    include: { admin: { select: { username: true } } },
    orderBy: { expiresAt: 'asc' },
  })
  return tokens.map(({ name, expiresAt, admin: { username } }) => ({
    code: 'service_token_expires',
    severity: expiresAt.getTime() - now < URGENT ? 'warning' : 'notice',
    appId: null,
    subject: name,
    data: { username, expiresAt: expiresAt.getTime() },
  }))
}

import type { AttentionItem } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { heldCallOf } from '../approvals/calls.ts'
import { mayDecide, visibleTo } from '../approvals/present.ts'

/** Requests that an admin may decide, and own ones that were approved and wait to be collected. */
export const approvalItems = async (
  { db }: Pick<Platform, 'db'>,
  identity: AdminIdentity,
): Promise<AttentionItem[]> => {
  const rows = await db.prisma.approval.findMany({
    where: { AND: [visibleTo(identity), { state: { in: ['pending', 'approved'] }, expiresAt: { gt: new Date() } }] },
    orderBy: { createdAt: 'asc' },
  })
  const waiting = rows.filter((row) => mayDecide(identity, heldCallOf(row.call), row))
  const approved = rows.filter(({ state, requestedById }) => state === 'approved' && requestedById === identity.adminId)
  const item = (code: 'approvals_pending' | 'approval_to_collect', some: typeof rows): AttentionItem[] =>
    some[0]
      ? [
          {
            code,
            severity: 'warning',
            appId: null,
            subject: some[0].id,
            data: { waiting: some.length, expiresAt: some[0].expiresAt.getTime() },
          },
        ]
      : []
  return [...item('approvals_pending', waiting), ...item('approval_to_collect', approved)]
}

import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { appsInReach } from '../../admin-rights.ts'
import type { AuditChain } from './chain.ts'
import { listEvents } from './list-events.ts'

type AuditNeeds = Pick<Platform, 'db'> & { auditChain: AuditChain }

export const auditHandlers = ({ db, auditChain }: AuditNeeds): Handlers<'audit'> => ({
  list: async ({ appId, ...filters }, { identity }) =>
    listEvents(db.prisma, { ...filters, appIds: appsInReach(identity, appId) }),

  chain: () => auditChain.describe(),

  verify: ({ after, limit, headSeq: seq, headHash: hash }, { identity }) => {
    const head = seq === undefined || hash === undefined ? undefined : { seq, hash }
    return auditChain.verify(String(identity.adminId), { after, limit, head })
  },

  extract: async ({ appId, after, limit, ...filters }, { identity }) =>
    auditChain.extract(
      String(identity.adminId),
      { ...filters, appIds: appsInReach(identity, appId) },
      { after, limit },
    ),
})

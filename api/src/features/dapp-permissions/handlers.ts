import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import { grant } from './grant.ts'

export const dappPermissionHandlers = ({ db }: Pick<Platform, 'db'>): Handlers<'dappPermissions'> => ({
  list: (_, { identity: { userId } }) =>
    db.prisma.dappPermission.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),

  grant: ({ origin, name }, context) => grant(db, { origin, name: name ?? null }, context),

  revoke: ({ id }, context) => {
    const { userId, appId } = context.identity
    return db.transaction(async (tx) => {
      const [revoked] = await tx.$queryRaw<{ origin: string }[]>`
        DELETE FROM "DappPermission" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid RETURNING origin`
      if (!revoked) throw new Problem('permission_not_found')
      const details = { origin: revoked.origin }
      await record(tx, context, { action: 'user.dapp-permission-revoke', appId, targetId: userId, details })
      return {}
    })
  },
})

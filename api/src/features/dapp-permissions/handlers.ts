import { randomUUID } from 'node:crypto'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Context, Handlers, UserIdentity } from '../../handler.ts'
import { record } from '../audit/record.ts'
import type { DappPermissionModel, Database, Tx } from '../../db.ts'
import { lockUser } from '../users/lock-user.ts'

/** The most permissions of one user. */
const MAX_PERMISSIONS = 200

interface RequestedPermission {
  origin: string
  /** Null keeps the stored name. */
  name: string | null
}

/** Creates the row of an origin, or updates its last use; undefined where the user has too many. */
const upsert = async (tx: Tx, userId: string, { origin, name }: RequestedPermission) => {
  const [row] = await tx.$queryRaw<(DappPermissionModel & { added: boolean })[]>`
    INSERT INTO "DappPermission" (id, "userId", origin, name)
    SELECT ${randomUUID()}::uuid, ${userId}::uuid, ${origin}, ${name}
    WHERE (SELECT count(*) FROM "DappPermission" WHERE "userId" = ${userId}::uuid AND origin <> ${origin}) < ${MAX_PERMISSIONS}::int
    ON CONFLICT ("userId", origin) DO UPDATE
      SET name = COALESCE(EXCLUDED.name, "DappPermission".name), "lastUsedAt" = now()
    RETURNING id, "userId", origin, name, "createdAt", "lastUsedAt", xmax = 0 AS added`
  return row
}

/**
 * Stores a user's permission for an origin; for an existing one it updates the last use. The user's row is locked, so
 * that concurrent calls stay within the limit, and a deleted user gets none. Throws `too_many_permissions`.
 */
const grant = (
  db: Database,
  requested: RequestedPermission,
  context: Context<UserIdentity>,
): Promise<Omit<DappPermissionModel, 'userId'>> => {
  const { userId, appId } = context.identity
  return db.transaction(async (tx) => {
    await lockUser(tx, context.identity)
    const row = await upsert(tx, userId, requested)
    if (!row) throw new Problem('too_many_permissions')
    const { added, ...permission } = row
    const details = { origin: requested.origin }
    if (added) await record(tx, context, { action: 'user.dapp-permission-grant', appId, targetId: userId, details })
    return permission
  })
}

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

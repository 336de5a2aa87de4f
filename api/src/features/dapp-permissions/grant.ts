import { randomUUID } from 'node:crypto'
import type { Context, UserIdentity } from '../../auth.ts'
import type { DappPermissionModel, Database, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { lockUser } from '../bind/lock-user.ts'

/** Dapps of one user. */
const MOST = 200

interface RequestedPermission {
  origin: string
  /** Null: the name that it had stays. */
  name: string | null
}

/** The row of an origin, made or used once more; undefined where it would be one too many. */
const upsert = async (tx: Tx, userId: string, { origin, name }: RequestedPermission) => {
  const [row] = await tx.$queryRaw<(DappPermissionModel & { added: boolean })[]>`
    INSERT INTO "DappPermission" (id, "userId", origin, name)
    SELECT ${randomUUID()}::uuid, ${userId}::uuid, ${origin}, ${name}
    WHERE (SELECT count(*) FROM "DappPermission" WHERE "userId" = ${userId}::uuid AND origin <> ${origin}) < ${MOST}::int
    ON CONFLICT ("userId", origin) DO UPDATE
      SET name = COALESCE(EXCLUDED.name, "DappPermission".name), "lastUsedAt" = now()
    RETURNING id, "userId", origin, name, "createdAt", "lastUsedAt", xmax = 0 AS added`
  return row
}

/**
 * Stores a user's permission for an origin; an existing one counts as used now. The user's row is held meanwhile, so that
 * calls at once make no more rows than are allowed, and none of a user who is gone. Throws `too_many_permissions`.
 */
export const grant = (
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

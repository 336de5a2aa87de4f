import type { UserIdentity } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/** Requires a valid session and locks it, so that it cannot end before the transaction does. Throws `unauthorized`. */
export const requireLiveSession = async (tx: Tx, { userId, sessionId }: Omit<UserIdentity, 'kind'>): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Session" WHERE id = ${sessionId}::uuid AND "userId" = ${userId}::uuid AND "expiresAt" > now()
    FOR KEY SHARE`
  if (rows.length === 0) throw new Problem('unauthorized')
}

/**
 * Locks the rows of user, app and session for the rest of the transaction, which serializes changes of a user's login
 * methods. Throws `unauthorized` if one of them no longer exists.
 */
export const lockUser = async (tx: Tx, identity: UserIdentity): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT u.id FROM "User" u JOIN "App" a ON a.id = u."appId" AND a."deletedAt" IS NULL
    WHERE u.id = ${identity.userId}::uuid AND u."deletedAt" IS NULL AND u."disabledAt" IS NULL
    FOR UPDATE OF u FOR KEY SHARE OF a`
  if (rows.length === 0) throw new Problem('unauthorized')
  await requireLiveSession(tx, identity)
}

/**
 * Keeps users from being deleted until the transaction ends, and returns those that are not deleted. For whoever writes rows about users
 * who do not call: a deletion waits, and finds the rows. FOR KEY SHARE, which a foreign key takes, does not wait for a deletion.
 */
export const lockLiveUsers = async (tx: Tx, ids: string[]): Promise<Set<string>> => {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "User" WHERE id = ANY(${ids}::uuid[]) AND "deletedAt" IS NULL ORDER BY id FOR SHARE`
  return new Set(rows.map(({ id }) => id))
}

/** The same for one user. Throws `user_not_found`. */
export const requireLiveUser = async (tx: Tx, id: string): Promise<void> => {
  if ((await lockLiveUsers(tx, [id])).size === 0) throw new Problem('user_not_found')
}

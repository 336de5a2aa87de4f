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

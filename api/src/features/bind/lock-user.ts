import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'

/**
 * Holds the user's row for the rest of the transaction, so that changes of one user's ways to log in follow one another,
 * and none is added to a user who is gone. Throws `unauthorized` where that is so.
 */
export const lockUser = async (tx: Tx, userId: string): Promise<void> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM "User" WHERE id = ${userId}::uuid AND "deletedAt" IS NULL AND "disabledAt" IS NULL FOR UPDATE`
  if (rows.length === 0) throw new Problem('unauthorized')
}

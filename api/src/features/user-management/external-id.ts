import type { Context } from '../../handler.ts'
import { type Database, isUniqueViolation } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { findUser } from '../users/find.ts'

const translateConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new Problem('external_id_taken') : error
}

interface Change {
  appId: string
  id: string
  externalId: string | null
  /** What the caller saw; undefined replaces anything. */
  expected?: string | null | undefined
}

/** Sets or clears the partner's own id of a user. Throws `user_not_found`, `external_id_taken`, `changed_meanwhile`. */
export const setExternalId = async (
  db: Database,
  { appId, id, externalId, expected }: Change,
  context: Context,
): Promise<void> => {
  await db
    .transaction(async (tx) => {
      const before = await findUser(tx, appId, id)
      const where = { id, ...(expected === undefined ? {} : { externalId: expected }) }
      const { count } = await tx.user.updateMany({ where, data: { externalId } })
      if (count === 0) throw new Problem('changed_meanwhile')
      const personal = { before: { externalId: before.externalId }, after: { externalId } }
      await record(tx, context, {
        action: 'user.update',
        appId,
        targetId: id,
        personal,
      })
    })
    .catch(translateConflict)
}

/**
 * Sets the external id of an existing user, unless it has one. Throws `external_id_conflict` where it has a different
 * one, `external_id_taken` where another user has this one.
 */
export const assignExternalId = async ({ prisma }: Database, id: string, externalId: string): Promise<void> => {
  const where = { id, OR: [{ externalId: null }, { externalId }] }
  const { count } = await prisma.user.updateMany({ where, data: { externalId } }).catch(translateConflict)
  if (count === 0) throw new Problem('external_id_conflict')
}

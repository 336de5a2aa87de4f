import type { Context, UserIdentity } from '../../handler.ts'
import { type Database, isUniqueViolation } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { lockUser } from '../users/lock-user.ts'

/**
 * Stores the code by which Odyssey knows a user. A user that has one keeps it, and nothing is recorded. Of several users of
 * an app with one code the first has it, by the unique constraint; the others get `odyssey_code_taken`.
 */
export const bindOdyssey = async (db: Database, code: string, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  try {
    await db.transaction(async (tx) => {
      await lockUser(tx, context.identity)
      if ((await tx.odysseyBinding.count({ where: { userId } })) > 0) return
      await tx.odysseyBinding.create({ data: { userId, appId, code } })
      await record(tx, context, { action: 'user.bind-odyssey', appId, targetId: userId, personal: { code } })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new Problem('odyssey_code_taken') : error
  }
}

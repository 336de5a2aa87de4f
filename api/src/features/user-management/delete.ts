import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { eraseUser, type UserReference } from './erase.ts'
import type { UserManagementNeeds } from './needs.ts'

/** Deletes a user for an operator, at once. Throws `user_not_found`. */
export const deleteUser = async (
  { db, sessions, boards }: Pick<UserManagementNeeds, 'db' | 'sessions' | 'boards'>,
  { appId, id }: UserReference,
  context: Context,
): Promise<void> => {
  await db.transaction(async (tx) => {
    if (!(await eraseUser(tx, sessions, { appId, id }))) throw new Problem('user_not_found')
    await record(tx, context, { action: 'user.delete', appId, targetId: id })
  })
  sessions.invalidate()
  boards.set(appId, id, null)
}

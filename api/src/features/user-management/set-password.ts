import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { tellUser } from '../account-changes/notices.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { findUser } from '../users/find.ts'
import type { UserManagementNeeds } from './needs.ts'

/**
 * Sets the password of a user with a username and ends its sessions. The user sees the change in its list and is told of it; the
 * new password confirms no account change for a while, as one that was set without the old one. Throws `user_not_found` and
 * `no_password`.
 */
export const setPassword = async (
  deps: Pick<UserManagementNeeds, 'db' | 'sessions' | 'notices'>,
  { appId, id, password }: { appId: string; id: string; password: string },
  context: Context,
): Promise<void> => {
  const { db, sessions } = deps
  await findUser(db.prisma, appId, id)
  const passwordHash = await hashPassword(password, addressKey(context.ip))
  const change = await db.transaction(async (tx) => {
    const { identities } = await findUser(tx, appId, id)
    const name = identities.find(({ provider }) => provider === 'username')
    if (!name) throw new Problem('no_password')
    const { count } = await tx.user.updateMany({
      where: { id, deletedAt: null },
      data: { passwordHash, passwordSetAt: new Date() },
    })
    if (count === 0) throw new Problem('user_not_found')
    await forgetKnownClients(tx, id)
    await sessions.end(tx, { userId: id })
    await record(tx, context, { action: 'user.password-set', appId, targetId: id })
    return tx.accountChange.create({
      data: { userId: id, kind: 'password_change', method: 'username', display: name.display },
    })
  })
  sessions.invalidate()
  await tellUser(deps, change, context)
}

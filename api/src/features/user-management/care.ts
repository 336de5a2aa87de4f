import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { sendCode } from '../login/email-codes.ts'
import { findUser } from '../users/find.ts'
import type { UserManagementNeeds } from './needs.ts'

interface UserReference {
  appId: string
  id: string
}

/** Sends the mail of a login to the user's own address. Throws `user_not_found`, `identity_not_found` and as sendCode does. */
export const sendLoginCode = async (
  deps: UserManagementNeeds,
  { appId, id }: UserReference,
  context: Context,
): Promise<void> => {
  const { identities } = await findUser(deps.db.prisma, appId, id)
  const address = identities.find(({ provider }) => provider === 'email')
  if (!address) throw new Problem('identity_not_found')
  await sendCode(deps, { appId, email: address.subject, purpose: 'login' }, context)
  await record(deps.db.prisma, context, { action: 'user.login-code-send', appId, targetId: id })
}

/** Ends one session of a user. Throws `user_not_found` and `session_not_found`. */
export const revokeSession = async (
  { db, sessions }: Pick<UserManagementNeeds, 'db' | 'sessions'>,
  { appId, id, sessionId }: UserReference & { sessionId: string },
  context: Context,
): Promise<void> => {
  await db.transaction(async (tx) => {
    await findUser(tx, appId, id)
    if ((await sessions.end(tx, { userId: id, id: sessionId })) === 0) throw new Problem('session_not_found')
    await forgetKnownClients(tx, id)
    await record(tx, context, { action: 'user.session-revoke', appId, targetId: id, details: { sessionId } })
  })
  sessions.invalidate()
}

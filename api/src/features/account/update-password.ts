import type { contract, HandlerInput } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import { addressKey } from '../login/attempts.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { withReauthentication } from '../reauthentication/require-reauthentication.ts'
import { verifyOwnPassword } from '../reauthentication/verify-proof.ts'
import type { AccountNeeds } from './needs.ts'

/** The password that a change replaces, and the time from which the next one counts as set. */
interface Former {
  passwordHash: string | null
  passwordSetAt: Date | null
}

/**
 * Replaces the password that was read, so that only one of two concurrent changes succeeds. Ends the user's other sessions.
 * Throws `incorrect_password`, and `no_password` for a user without a username.
 */
const replacePassword = async (
  deps: AccountNeeds,
  { passwordHash, passwordSetAt }: Former,
  newPassword: string,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId: id, sessionId } = context.identity
  const next = await hashPassword(newPassword, addressKey(context.ip))
  await changeAccount(deps, context, async (tx) => {
    const name = await tx.identity.findFirst({ where: { userId: id, provider: 'username' } })
    if (!name) throw new Problem('no_password')
    const data = { passwordHash: next, passwordSetAt }
    const { count } = await tx.user.updateMany({ where: { id, passwordHash }, data })
    if (count === 0) throw new Problem('incorrect_password')
    await forgetKnownClients(tx, id)
    await deps.sessions.end(tx, { userId: id, except: sessionId })
    return { change: { kind: 'password_change', method: 'username', display: name.display }, result: undefined }
  })
  deps.sessions.invalidate()
}

/**
 * Changes the password with the old one, or sets one after a reauthentication. A password that is set without the old one is
 * a new credential with a waiting time, because the thief of a recent session could set it.
 */
export const updatePassword = async (
  deps: AccountNeeds,
  { oldPassword, newPassword, ...reauthentication }: HandlerInput<typeof contract.account.updatePassword>,
  context: Context<UserIdentity>,
): Promise<void> => {
  if (oldPassword !== undefined)
    return replacePassword(deps, await verifyOwnPassword(deps, oldPassword, context), newPassword, context)
  await withReauthentication(deps, reauthentication, context, async () => {
    const where = { id: context.identity.userId }
    const { passwordHash } = await deps.db.prisma.user.findUniqueOrThrow({ where, select: { passwordHash: true } })
    await replacePassword(deps, { passwordHash, passwordSetAt: new Date() }, newPassword, context)
  })
}

import type { Context, UserIdentity } from '../../handler.ts'
import { type AccountChangeModel, isUniqueViolation, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { explainTaken } from './bind-identity.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireAnotherWay } from './require-another-way.ts'
import { restoreIdentity, type StoredIdentity } from './stored-identity.ts'
import { restorePasskeys, type StoredPasskey } from './stored-passkey.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import type { Credential } from '../reauthentication/credential.ts'
import { undoableUntil } from './list.ts'
import { tellUser } from './notices.ts'
import type { AccountChangeNeeds } from './needs.ts'

/** Requires a credential older than the change. A password cannot undo a password change, whose author knew it too. */
const requireOlder = (by: Credential, { kind, createdAt }: AccountChangeModel): void => {
  const isOlder = by.since < createdAt && !(kind === 'password_change' && by.method === 'username')
  if (!isOlder) throw new Problem('undo_not_allowed')
}

/** Undoes a change. A changed password is removed, because the author of the change knew the former one. */
const revert = async (tx: Tx, change: AccountChangeModel, user: UserIdentity): Promise<void> => {
  const { userId } = user
  const stored = change.credential as unknown
  switch (change.kind) {
    case 'bind': {
      const { subject } = stored as Pick<StoredIdentity, 'subject'>
      await tx.identity.deleteMany({
        where: { userId, provider: change.method as StoredIdentity['provider'], subject },
      })
      return
    }
    case 'unbind':
      return restoreIdentity(tx, user, stored as StoredIdentity)
    case 'passkey_add':
      await tx.passkey.deleteMany({ where: { userId, id: (stored as StoredPasskey).id } })
      return
    case 'passkey_remove':
      return restorePasskeys(tx, userId, (stored as { passkeys: StoredPasskey[] }).passkeys)
    case 'password_change':
      await tx.user.updateMany({ where: { id: userId }, data: { passwordHash: null, passwordSetAt: null } })
      return
    case 'key_export':
    case 'data_export':
    case 'deletion_request':
    case 'deletion_cancel':
      throw new Problem('undo_too_late')
  }
}

const findOwn = async (tx: Tx, id: string, userId: string): Promise<AccountChangeModel> => {
  const change = await tx.accountChange.findFirst({ where: { id, userId } })
  if (!change) throw new Problem('account_change_not_found')
  if (!undoableUntil(change)) throw new Problem('undo_too_late')
  return change
}

/**
 * Undoes an account change after a reauthentication. The change was another person's, so all other sessions end and logins
 * in progress are invalidated. Throws `account_change_not_found`, `undo_too_late`, `undo_not_allowed`, `last_identity`,
 * `identity_taken`, `identity_bound` without any change.
 */
export const undoChange = async (
  deps: AccountChangeNeeds,
  id: string,
  by: Credential,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId, sessionId } = context.identity
  const { db, loginApps, sessions } = deps
  await deps.attempts.consume(['accountChangeByUser', userId])
  const app = await loginApps.get(appId)
  const undone = await db
    .transaction(async (tx) => {
      await lockUser(tx, context.identity)
      await forgetKnownClients(tx, userId)
      const change = await findOwn(tx, id, userId)
      requireOlder(by, change)
      await revert(tx, change, context.identity)
      await requireAnotherWay(tx, app, userId)
      await tx.user.updateMany({ where: { id: userId }, data: { loginVersion: { increment: 1 } } })
      await sessions.end(tx, { userId, except: sessionId })
      const details = { change: id, kind: change.kind }
      await record(tx, context, { action: 'user.change-undo', appId, targetId: userId, details })
      return tx.accountChange.update({ where: { id }, data: { undoneAt: new Date() } })
    })
    .catch(async (error: unknown) => {
      if (isUniqueViolation(error)) await explainUnrestorable(deps, id, context.identity)
      throw error
    })
  sessions.invalidate()
  await tellUser(deps, undone, context)
}

const explainUnrestorable = async (deps: AccountChangeNeeds, id: string, user: UserIdentity): Promise<void> => {
  const { credential } = await findOwn(deps.db.prisma, id, user.userId)
  await explainTaken(deps, user, credential as unknown as StoredIdentity)
}

import { type LoginMethod, switchOf } from '@openauth/client'
import type { Context, UserIdentity } from '../../auth.ts'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import type { LoginApp } from '../login/login-apps.ts'
import { lockUser } from './lock-user.ts'

/** Throws `last_identity` where nothing is left that the app lets the user log in with. */
const requireAnotherWay = async (tx: Tx, app: LoginApp, userId: string): Promise<void> => {
  const { passwordHash, identities, passkeys } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true, identities: { select: { provider: true } }, passkeys: { select: { id: true } } },
  })
  const works = (method: LoginMethod) => app[switchOf[method]] && (method !== 'username' || passwordHash !== null)
  const left = identities.some(({ provider }) => works(provider)) || (passkeys.length > 0 && works('passkey'))
  if (!left) throw new Problem('last_identity')
}

/**
 * What every removal owes: the user can still log in, a login that was checked before starts no session, and sessions
 * that began with the method end, but for the one in use.
 */
const finishRemoval = async (
  tx: Tx,
  { loginApps, sessions }: Deps,
  method: LoginMethod,
  { userId, appId, sessionId }: UserIdentity,
): Promise<void> => {
  await requireAnotherWay(tx, await loginApps.get(appId), userId)
  await tx.user.updateMany({ where: { id: userId }, data: { loginVersion: { increment: 1 } } })
  await sessions.end(tx, { userId, except: sessionId, method })
}

const removeMethod = async (tx: Tx, userId: string, method: LoginMethod): Promise<number> => {
  if (method === 'passkey') return (await tx.passkey.deleteMany({ where: { userId } })).count
  if (method === 'username') await tx.user.updateMany({ where: { id: userId }, data: { passwordHash: null } })
  return (await tx.identity.deleteMany({ where: { userId, provider: method } })).count
}

/**
 * Takes a way to log in from the user. Sessions that began with it end, but for the one in use: whoever holds the
 * account that was just unbound is out. Throws `identity_not_found`, `last_identity`; then nothing has changed.
 */
export const unbind = async (deps: Deps, method: LoginMethod, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await removeMethod(tx, userId, method)) === 0) throw new Problem('identity_not_found')
    await finishRemoval(tx, deps, method, context.identity)
    await record(tx, context, { action: 'user.unbind', appId, targetId: userId, details: { provider: method } })
  })
  deps.sessions.invalidate()
}

/** Takes one passkey from the user. Throws `passkey_not_found`, `last_identity`. */
export const removePasskey = async (deps: Deps, id: string, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await tx.passkey.deleteMany({ where: { id, userId } })).count === 0) throw new Problem('passkey_not_found')
    await finishRemoval(tx, deps, 'passkey', context.identity)
    await record(tx, context, { action: 'user.passkey-remove', appId, targetId: userId })
  })
  deps.sessions.invalidate()
}

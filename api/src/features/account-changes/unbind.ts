import type { LoginMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Prisma, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { type Change, changeAccount } from './change-account.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { storedPasskeyOf } from './stored-passkey.ts'
import { type Credential, FOUNDING } from '../reauthentication/credential.ts'
import { requireAnotherWay } from './require-another-way.ts'
import { storedIdentityOf } from './stored-identity.ts'
import { providerOf } from '../identities/identity.ts'
import type { AccountChangeNeeds } from './needs.ts'
import { UNDOABLE_FOR } from './windows.ts'

/** A credential to remove; `since` is null if it was never confirmed. */
interface Removed {
  method: LoginMethod
  passkeyId?: string
  since: Date | null
}

/**
 * A credential can remove itself and newer ones, and any one after its own addition can no longer be undone. An attacker who
 * adds a credential thus cannot lock the owner out while the owner can undo the addition. Throws `removal_too_early`.
 */
const requireSeniority = (by: Credential, removed: Removed): void => {
  const isItself = by.method === removed.method && by.passkeyId === removed.passkeyId
  const isLater = removed.since === null || by.since <= removed.since
  const isSettled = by.since.getTime() + UNDOABLE_FOR <= Date.now()
  if (!isItself && !isLater && !isSettled) throw new Problem('removal_too_early')
}

/**
 * The common part of removals: requires another login method, invalidates logins in progress, and ends the sessions that
 * started with the method, except the one in use.
 */
const finishRemoval = async (
  tx: Tx,
  { loginApps, sessions }: Pick<AccountChangeNeeds, 'loginApps' | 'sessions'>,
  method: LoginMethod,
  { userId, appId, sessionId }: UserIdentity,
): Promise<void> => {
  await requireAnotherWay(tx, await loginApps.get(appId), userId)
  await tx.user.updateMany({ where: { id: userId }, data: { loginVersion: { increment: 1 } } })
  await sessions.end(tx, { userId, except: sessionId, method })
}

const removePasskeys = async (tx: Tx, where: Prisma.PasskeyWhereInput, by: Credential): Promise<Change | undefined> => {
  const passkeys = await tx.passkey.findMany({ where })
  for (const { id: passkeyId, createdAt: since } of passkeys)
    requireSeniority(by, { method: 'passkey', passkeyId, since })
  if ((await tx.passkey.deleteMany({ where })).count === 0) return undefined
  const display = passkeys.map(({ name }) => name).join(', ')
  return { kind: 'passkey_remove', method: 'passkey', display, credential: { passkeys: passkeys.map(storedPasskeyOf) } }
}

const removeIdentity = async (
  tx: Tx,
  where: { userId: string; provider: Exclude<LoginMethod, 'passkey'> },
  by: Credential,
): Promise<Change | undefined> => {
  const identity = await tx.identity.findFirst({ where })
  if (!identity) return undefined
  const { display, founding, confirmedAt } = identity
  const method = providerOf(identity)
  requireSeniority(by, { method, since: founding ? FOUNDING : confirmedAt })
  if (method === 'username')
    await tx.user.updateMany({ where: { id: where.userId }, data: { passwordHash: null, passwordSetAt: null } })
  await tx.identity.deleteMany({ where })
  return { kind: 'unbind', method, display, credential: storedIdentityOf(identity) }
}

const remove = async (
  deps: AccountChangeNeeds,
  method: LoginMethod,
  context: Context<UserIdentity>,
  take: (tx: Tx) => Promise<Change>,
): Promise<void> => {
  await changeAccount(deps, context, async (tx) => {
    await forgetKnownClients(tx, context.identity.userId)
    const change = await take(tx)
    await finishRemoval(tx, deps, method, context.identity)
    return { change, result: undefined }
  })
  deps.sessions.invalidate()
}

/**
 * Unbinds an identity from the user and ends the sessions that started with it, except the one in use. Throws
 * `identity_not_found`, `last_identity`, `removal_too_early` without any change.
 */
export const unbind = async (
  deps: AccountChangeNeeds,
  method: LoginMethod,
  by: Credential,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId } = context.identity
  await remove(deps, method, context, async (tx) => {
    const change =
      method === 'passkey'
        ? await removePasskeys(tx, { userId }, by)
        : await removeIdentity(tx, { userId, provider: method }, by)
    if (!change) throw new Problem('identity_not_found')
    return change
  })
}

/** Removes a passkey of the user. Throws `passkey_not_found`, `last_identity`, `removal_too_early`. */
export const removePasskey = async (
  deps: AccountChangeNeeds,
  id: string,
  by: Credential,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId } = context.identity
  await remove(deps, 'passkey', context, async (tx) => {
    const change = await removePasskeys(tx, { id, userId }, by)
    if (!change) throw new Problem('passkey_not_found')
    return change
  })
}

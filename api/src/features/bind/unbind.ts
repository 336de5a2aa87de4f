import type { LoginMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../auth.ts'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'

/** Removals of one user follow one another: two at once would each see the other's identity and leave none. */
const lockUser = (tx: Tx, userId: string) => tx.$queryRaw`SELECT id FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`

/** Throws `last_identity` where the user could not log in any more. */
const requireAnotherWay = async (tx: Tx, userId: string): Promise<void> => {
  const identities = await tx.identity.count({ where: { userId } })
  const passkeys = await tx.passkey.count({ where: { userId } })
  if (identities + passkeys === 0) throw new Problem('last_identity')
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
export const unbind = async (
  { db, sessions }: Deps,
  method: LoginMethod,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId, sessionId } = context.identity
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await removeMethod(tx, userId, method)) === 0) throw new Problem('identity_not_found')
    await requireAnotherWay(tx, userId)
    await sessions.end(tx, { userId, except: sessionId, method })
    await record(tx, context, { action: 'user.unbind', appId, targetId: userId, details: { provider: method } })
  })
  sessions.forget()
}

/** Takes one passkey from the user. Throws `passkey_not_found`, `last_identity`. */
export const removePasskey = async ({ db }: Deps, id: string, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await tx.passkey.deleteMany({ where: { id, userId } })).count === 0) throw new Problem('passkey_not_found')
    await requireAnotherWay(tx, userId)
    await record(tx, context, { action: 'user.passkey-remove', appId, targetId: userId })
  })
}

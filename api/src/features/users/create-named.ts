import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { createUser, IdentityTakenError } from './create.ts'
import type { VerifiedIdentity } from './identity.ts'

interface NewNamedUser {
  appId: string
  identity: VerifiedIdentity
  password: string
  externalId?: string | undefined
}

/**
 * Creates a user that logs in with username and password. `caller` is whose turn the hash takes, as of hashPassword.
 * Throws `username_exists`, `external_id_taken`.
 */
export const createNamedUser = async (
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { appId, identity, password, externalId }: NewNamedUser,
  caller: string,
): Promise<{ userId: string; passwordHash: string }> => {
  const passwordHash = await hashPassword(password, caller)
  const more = { passwordHash, ...(externalId === undefined ? {} : { externalId }) }
  const userId = await createUser(db, keys, appId, identity, more).catch((error: unknown) => {
    throw error instanceof IdentityTakenError ? new Problem('username_exists') : error
  })
  return { userId, passwordHash }
}

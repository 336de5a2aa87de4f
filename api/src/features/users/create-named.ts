import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { requireDistinctAtOnce, requireDistinctUsername } from '../distinct-names.ts'
import { createUser, IdentityTakenError } from './create.ts'
import type { VerifiedIdentity } from '../identities/identity.ts'

interface NewNamedUser {
  appId: string
  identity: VerifiedIdentity
  password: string
  externalId?: string | undefined
}

/**
 * Creates a user that logs in with username and password. `caller` is the queue in which the hash waits, as in
 * hashPassword. Throws `username_exists`, `external_id_taken`, and what requireDistinctUsername throws.
 */
export const createNamedUser = async (
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  { appId, identity, password, externalId }: NewNamedUser,
  caller: string,
): Promise<{ userId: string; passwordHash: string }> => {
  // Checked before the hash, which is expensive, and again when the user is stored, since look-alike names may arrive
  // concurrently.
  await requireDistinctUsername(db.prisma, appId, identity.display)
  const passwordHash = await hashPassword(password, caller)
  const more = {
    passwordHash,
    require: (tx: Tx) => requireDistinctAtOnce(tx, appId, identity.display),
    ...(externalId === undefined ? {} : { externalId }),
  }
  const userId = await createUser(db, keys, appId, identity, more).catch((error: unknown) => {
    throw error instanceof IdentityTakenError ? new Problem('username_exists') : error
  })
  return { userId, passwordHash }
}

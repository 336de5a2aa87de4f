import type { Context, UserIdentity } from '../../auth.ts'
import { isUniqueViolation } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { migrateSubject } from '../login/migrate-subject.ts'
import type { VerifiedCredential } from '../login/verified-credential.ts'
import { lockUser } from './lock-user.ts'

/** Why the identity could not be added: somebody has it, or the user has another of its kind. */
const explain = async (
  { db }: Deps,
  userId: string,
  appId: string,
  { identity }: VerifiedCredential,
): Promise<void> => {
  const { provider, subject } = identity
  const owner = await db.prisma.identity.findUnique({ where: { appId_provider_subject: { appId, provider, subject } } })
  if (owner?.userId === userId) return
  throw new Problem(owner ? 'identity_taken' : 'identity_bound')
}

/**
 * Adds a proved identity to the user who is logged in: both sides are proved by then. An identity belongs to one user of
 * an app; binding one's own again changes nothing. Name and picture are taken over where the user has none. Throws `identity_taken`, `identity_bound`.
 */
export const bindIdentity = async (
  deps: Deps,
  proof: VerifiedCredential,
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId } = context.identity
  const { provider, display } = proof.identity
  try {
    await migrateSubject(deps.db, appId, proof)
    await deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      await tx.identity.create({ data: { ...proof.identity, userId, appId } })
      const { displayName } = proof
      if (displayName) await tx.user.updateMany({ where: { id: userId, displayName: null }, data: { displayName } })
      await record(tx, context, { action: 'user.bind', appId, targetId: userId, details: { provider, display } })
    })
    if (proof.picture) void deps.avatars.want(userId, proof.picture)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await explain(deps, userId, appId, proof)
  }
}

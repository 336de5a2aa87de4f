import type { Context, UserIdentity } from '../../auth.ts'
import { isUniqueViolation } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import type { Proof } from '../login/proof.ts'

/** Why the identity could not be added: somebody has it, or the user has another of its kind. */
const explain = async ({ db }: Deps, userId: string, appId: string, { identity }: Proof): Promise<void> => {
  const { provider, subject } = identity
  const owner = await db.prisma.identity.findUnique({ where: { appId_provider_subject: { appId, provider, subject } } })
  if (owner?.userId === userId) return
  throw new Problem(owner ? 'identity_taken' : 'identity_bound')
}

/**
 * Adds a proved identity to the user who is logged in: both sides are proved by then. An identity belongs to one user of
 * an app; binding one's own again changes nothing. Throws `identity_taken`, `identity_bound`.
 */
export const bindIdentity = async (deps: Deps, proof: Proof, context: Context<UserIdentity>): Promise<void> => {
  const { userId, appId } = context.identity
  const { provider, display } = proof.identity
  try {
    await deps.db.transaction(async (tx) => {
      await tx.identity.create({ data: { ...proof.identity, userId, appId } })
      await record(tx, context, { action: 'user.bind', appId, targetId: userId, details: { provider, display } })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await explain(deps, userId, appId, proof)
  }
}

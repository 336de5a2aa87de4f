import type { Context, UserIdentity } from '../../auth.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { type Change, changeAccount } from '../account-changes/change-account.ts'
import { migrateSubject } from '../login/migrate-subject.ts'
import type { VerifiedCredential } from '../login/verified-credential.ts'
import type { VerifiedIdentity } from '../users/identity.ts'

const owned = (appId: string, { provider, subject }: VerifiedIdentity) => ({
  appId_provider_subject: { appId, provider, subject },
})

/** Why the identity could not be added: another user has it, or this one has another of its kind. */
export const explainTaken = async (
  { db }: Pick<Deps, 'db'>,
  { userId, appId }: Pick<UserIdentity, 'userId' | 'appId'>,
  identity: VerifiedIdentity,
): Promise<void> => {
  const owner = await db.prisma.identity.findUnique({ where: owned(appId, identity) })
  if (owner?.userId === userId) return
  throw new Problem(owner ? 'identity_taken' : 'identity_bound')
}

/** Adds the identity, or confirms the user's own that was added without a confirmation; undefined where nothing changes. */
const addOrConfirm = async (
  tx: Tx,
  { userId, appId }: UserIdentity,
  identity: VerifiedIdentity,
  confirmedAt: Date | null,
): Promise<Change | undefined> => {
  const { provider: method, subject, display } = identity
  const change: Change = { kind: 'bind', method, display, credential: { subject } }
  const known = await tx.identity.findUnique({ where: owned(appId, identity) })
  if (known?.userId !== userId) {
    await tx.identity.create({ data: { ...identity, userId, appId, confirmedAt }, select: { userId: true } })
    return change
  }
  if (known.founding || known.confirmedAt || !confirmedAt) return undefined
  await tx.identity.update({ where: owned(appId, identity), data: { confirmedAt }, select: { userId: true } })
  return change
}

/**
 * Adds a proved identity to the user who is logged in: both sides are proved by then. An identity belongs to one user of
 * an app. Name and picture are taken over where the user has none. One that is not `confirmed` by a reauthentication
 * proves nothing. Throws `identity_taken`, `identity_bound`.
 */
export const bindIdentity = async (
  deps: Deps,
  proof: VerifiedCredential,
  { confirmed }: { confirmed: boolean },
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId } = context.identity
  try {
    await migrateSubject(deps.db, appId, proof)
    await changeAccount(deps, context, async (tx) => {
      const change = await addOrConfirm(tx, context.identity, proof.identity, confirmed ? new Date() : null)
      const { displayName } = proof
      if (displayName) await tx.user.updateMany({ where: { id: userId, displayName: null }, data: { displayName } })
      return { change, result: undefined }
    })
    if (proof.picture) void deps.avatars.requestCopy(userId, proof.picture)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await explainTaken(deps, context.identity, proof.identity)
  }
}

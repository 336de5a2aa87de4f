import type { Context, UserIdentity } from '../../handler.ts'
import { isUniqueViolation, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { type Change, changeAccount } from './change-account.ts'
import { migrateSubject } from '../login/migrate-subject.ts'
import type { VerifiedCredential } from '../login/verified-credential.ts'
import type { VerifiedIdentity } from '../identities/identity.ts'
import type { AccountChangeNeeds } from './needs.ts'

const owned = (appId: string, { provider, subject }: VerifiedIdentity) => ({
  appId_provider_subject: { appId, provider, subject },
})

/** The error of a failed insert: another user has the identity, or this user has another of its provider. */
export const explainTaken = async (
  { db }: Pick<Platform, 'db'>,
  { userId, appId }: Pick<UserIdentity, 'userId' | 'appId'>,
  identity: VerifiedIdentity,
): Promise<void> => {
  const owner = await db.prisma.identity.findUnique({ where: owned(appId, identity) })
  if (owner?.userId === userId) return
  throw new Problem(owner ? 'identity_taken' : 'identity_bound')
}

/** Adds the identity, or confirms the user's own unconfirmed one; undefined if nothing changes. */
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
 * Adds a verified identity to the logged-in user. An identity belongs to one user of an app. Copies name and picture if the
 * user has none. An identity that is not `confirmed` by a reauthentication is not eligible for reauthentication. Throws
 * `identity_taken`, `identity_bound`.
 */
export const bindIdentity = async (
  deps: AccountChangeNeeds,
  verified: VerifiedCredential,
  { confirmed }: { confirmed: boolean },
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId } = context.identity
  try {
    await migrateSubject(deps.db, appId, verified)
    await changeAccount(deps, context, async (tx) => {
      const change = await addOrConfirm(tx, context.identity, verified.identity, confirmed ? new Date() : null)
      const { displayName } = verified
      if (displayName) await tx.user.updateMany({ where: { id: userId, displayName: null }, data: { displayName } })
      return { change, result: undefined }
    })
    if (verified.picture) void deps.avatars.requestCopy(userId, verified.picture)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await explainTaken(deps, context.identity, verified.identity)
  }
}

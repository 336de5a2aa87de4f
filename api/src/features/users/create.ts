import { randomInt, randomUUID } from 'node:crypto'
import { type Database, isUniqueViolation, type Prisma, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../custody/index.ts'
import { lookalikeKey } from '../../lib/lookalikes/lookalike-key.ts'
import type { VerifiedIdentity } from '../identities/identity.ts'
import { sealSeeds, storeSeed } from './wallets.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Eight characters of A–Z and 0–9. With 2.8 × 10^12 codes a collision within an app is rare, and is retried. */
export const newReferCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** New usernames are compared with existing ones by this key. */
export const lookalikeOf = ({ provider, display }: Pick<VerifiedIdentity, 'provider' | 'display'>) =>
  provider === 'username' ? { lookalikeKey: lookalikeKey(display) } : {}

/** Stores a user with its identities. Call it in a transaction, which also stores what its wallets are made of. */
export const storeUser = async (
  tx: Tx,
  user: Prisma.UserUncheckedCreateInput & { id: string },
  identities: VerifiedIdentity[],
): Promise<void> => {
  const { id: userId, appId } = user
  await tx.user.create({ data: user, select: { id: true } })
  await tx.identity.createMany({
    data: identities.map((identity) => ({ ...identity, ...lookalikeOf(identity), appId, userId, founding: true })),
  })
}

/** Thrown when a user of the app has the identity already. */
export class IdentityTakenError extends Error {
  override readonly name = 'IdentityTakenError'
}

/** Thrown when the credential has created an account before, which has been deleted since. */
export class CredentialSpentError extends Error {
  override readonly name = 'CredentialSpentError'
}

interface NewUser {
  passwordHash?: string
  displayName?: string | null
  externalId?: string
  /** For a credential that may create one account only: the digest under which it is marked as spent. */
  spend?: { digest: Buffer<ArrayBuffer>; expiresAt: Date }
  /** Throws to refuse the user, in the transaction that stores it. */
  require?: (tx: Tx) => Promise<void>
}

/**
 * Creates a user of an app with its first identity and the seed of its wallets, and returns its id. Of concurrent calls for
 * one identity one creates the user, and the others throw IdentityTakenError. Throws CredentialSpentError where the
 * credential created an account that has been deleted, and `external_id_taken` where another user has the external id.
 */
export const createUser = async (
  db: Database,
  keys: Custody,
  appId: string,
  identity: VerifiedIdentity,
  { spend, require, ...more }: NewUser = {},
): Promise<string> => {
  const id = randomUUID()
  const [seed] = await sealSeeds(keys, appId, [id])
  for (;;) {
    try {
      const user = { ...more, id, appId, referCode: newReferCode() }
      await db.transaction(async (tx) => {
        await require?.(tx)
        if (spend) await tx.oneTime.create({ data: { ...spend, appId, kind: 'spent' } })
        await storeUser(tx, user, [identity])
        await storeSeed(tx, { appId, userId: id }, seed!)
      })
      return id
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const { provider, subject } = identity
      const taken = await db.prisma.identity.count({ where: { appId, provider, subject } })
      if (taken > 0) throw new IdentityTakenError()
      const { externalId } = more
      if (externalId && (await db.prisma.user.count({ where: { appId, externalId } })) > 0)
        throw new Problem('external_id_taken')
      const spent = spend ? await db.prisma.oneTime.count({ where: { appId, kind: 'spent', digest: spend.digest } }) : 0
      if (spent > 0) throw new CredentialSpentError()
    }
  }
}

/** The user that has an identity in an app, if there is one. */
export const findByIdentity = async (
  tx: Tx,
  appId: string,
  { provider, subject }: Pick<VerifiedIdentity, 'provider' | 'subject'>,
): Promise<string | undefined> => {
  const where = { appId_provider_subject: { appId, provider, subject } }
  return (await tx.identity.findUnique({ where, select: { userId: true } }))?.userId
}

/** The user that has an identity; created where there is none. */
export const findOrCreateUser = async (
  db: Database,
  keys: Custody,
  appId: string,
  identity: VerifiedIdentity,
  more: NewUser = {},
): Promise<string> => {
  const found = await findByIdentity(db.prisma, appId, identity)
  if (found) return found
  return createUser(db, keys, appId, identity, more).catch(async (error: unknown) => {
    const existing = error instanceof IdentityTakenError ? await findByIdentity(db.prisma, appId, identity) : undefined
    if (existing) return existing
    throw error
  })
}

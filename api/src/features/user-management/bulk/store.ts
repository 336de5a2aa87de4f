import type { Tx } from '../../../db.ts'
import type { SealedSeed } from '../../../custody/index.ts'
import { lookalikeOf, newReferCode } from '../../users/create.ts'
import type { Candidate } from './candidate.ts'

/** A user that is to be stored, with the seed of its wallets. */
export interface NewUser {
  id: string
  candidate: Candidate
  seed: SealedSeed
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

const userRow = ({ id, candidate: { user, passwordHash } }: NewUser, now: Date) => {
  const createdAt = user.createdAt ?? now
  return {
    id,
    referCode: user.referCode ?? newReferCode(),
    externalId: user.externalId ?? null,
    avatar: user.avatar ?? null,
    displayName: user.displayName ?? null,
    passwordHash: passwordHash ?? null,
    createdAt,
    lastSeenAt: user.lastSeenAt ?? createdAt,
    disabledAt: user.disabled ? now : null,
  }
}

const insertUsers = (tx: Tx, appId: string, rows: unknown[]) => tx.$executeRaw`
  INSERT INTO "User" (id, "appId", "referCode", "externalId", avatar, "displayName", "passwordHash", "createdAt", "lastSeenAt", "disabledAt", "disabledBy")
  SELECT id, ${appId}::uuid, "referCode", "externalId", avatar, "displayName", "passwordHash", "createdAt", "lastSeenAt", "disabledAt",
    CASE WHEN "disabledAt" IS NULL THEN NULL ELSE 'admin'::"ActorKind" END
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, "referCode" text, "externalId" text, avatar text,
    "displayName" text, "passwordHash" text, "createdAt" timestamptz, "lastSeenAt" timestamptz, "disabledAt" timestamptz)`

const insertIdentities = (tx: Tx, appId: string, rows: unknown[]) => tx.$executeRaw`
  INSERT INTO "Identity" ("appId", provider, subject, display, "lookalikeKey", "userId", founding)
  SELECT ${appId}::uuid, provider, subject, display, "lookalikeKey", "userId", true
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (provider text, subject text, display text, "lookalikeKey" text, "userId" uuid)`

const insertKeys = (tx: Tx, appId: string, rows: unknown[]) => tx.$executeRaw`
  INSERT INTO "DataKey" (owner, "ownerId", "appId", "kekId", "wrappedKey")
  SELECT 'user', "userId", ${appId}::uuid, "kekId", decode("wrappedKey", 'hex')
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("userId" uuid, "kekId" text, "wrappedKey" text)`

const insertSeeds = (tx: Tx, rows: unknown[]) => tx.$executeRaw`
  INSERT INTO "WalletSeed" ("userId", "sealedEntropy")
  SELECT "userId", decode("sealedEntropy", 'hex')
  FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given ("userId" uuid, "sealedEntropy" text)`

/**
 * Stores users with their identities, data keys and seeds, what storeUser and storeSeed do for one, by one statement a table. Call it
 * in a transaction.
 */
export const storeUsers = async (tx: Tx, appId: string, users: NewUser[]): Promise<void> => {
  if (users.length === 0) return
  const now = new Date()
  const each = <T>(rowsOf: (user: NewUser) => T[]): T[] => users.flatMap(rowsOf)
  await insertUsers(
    tx,
    appId,
    users.map((user) => userRow(user, now)),
  )
  await insertIdentities(
    tx,
    appId,
    each(({ id: userId, candidate }) =>
      candidate.identities.map((identity) => ({ ...identity, ...lookalikeOf(identity), userId })),
    ),
  )
  await insertKeys(
    tx,
    appId,
    users.map(({ id: userId, seed: { kekId, wrappedKey } }) => ({ userId, kekId, wrappedKey: hex(wrappedKey) })),
  )
  await insertSeeds(
    tx,
    users.map(({ id: userId, seed: { sealedEntropy } }) => ({ userId, sealedEntropy: hex(sealedEntropy) })),
  )
}

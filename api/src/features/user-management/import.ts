import { setImmediate } from 'node:timers/promises'
import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import { type Database, isUniqueViolation, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody, SealedWallets } from '../../custody/index.ts'
import { isSupportedHash } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { newReferCode, storeUser } from '../users/create.ts'
import { storeLegacyWallets } from '../users/wallets.ts'
import { canonicalIdentity } from '../identities/identity.ts'

type ImportedUser = HandlerInput<typeof contract.users.importLegacy>['users'][number]

const conflict = (index: number, message: string) =>
  new Problem('import_conflict', { issues: [{ path: `users.${index}`, message }] })

const requireSalt = async (keys: Custody): Promise<void> => {
  if (!(await keys.status()).hasLegacySalt) throw new Problem('legacy_import_off')
}

const refuseHashes = (users: ImportedUser[]) => {
  const issues = users.flatMap(({ passwordHash }, index) =>
    passwordHash === undefined || isSupportedHash(passwordHash)
      ? []
      : [{ path: `users.${index}.passwordHash`, message: 'is of no supported kind, or costs more than allowed' }],
  )
  if (issues.length > 0) throw new Problem('hash_not_supported', { issues })
}

/** Ids that exist already. Those of this app count as imported; those of another app are refused. */
const findExisting = async (tx: Tx, appId: string, users: ImportedUser[]): Promise<Set<string>> => {
  const rows = await tx.user.findMany({
    where: { id: { in: users.map(({ id }) => id) } },
    select: { id: true, appId: true },
  })
  const foreign = rows.find((row) => row.appId !== appId)
  const index = users.findIndex(({ id }) => id.toLowerCase() === foreign?.id)
  if (foreign) throw conflict(index, 'another app has a user of this id')
  return new Set(rows.map(({ id }) => id))
}

/**
 * Imports of one app do not run concurrently: each would refuse what the other stores, and key derivation keeps the
 * CPU busy.
 */
const lockImports = async (tx: Tx, appId: string): Promise<void> => {
  const [lock] = await tx.$queryRaw<{ acquired: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`import ${appId}`}, 0)) AS acquired`
  if (!lock?.acquired) throw new Problem('import_running')
}

const requireReferrer = async (tx: Tx, appId: string, referrer: string, index: number) => {
  const found = await tx.user.count({ where: { id: referrer, appId } })
  if (found === 0) throw conflict(index, 'its referrer is not a user of this app')
}

const storeOne = async (tx: Tx, appId: string, user: ImportedUser, index: number, sealed: SealedWallets) => {
  const { identities, referrer, referCode = newReferCode(), ...given } = user
  if (referrer) await requireReferrer(tx, appId, referrer, index)
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const referral = referrer ? { referrerId: referrer, referredAt: given.createdAt ?? new Date() } : {}
  const verified = identities.map(({ provider, subject, display }) => canonicalIdentity(provider, subject, display))
  await storeUser(tx, { ...fields, ...referral, id: user.id, appId, referCode }, verified).catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict(index, 'its refer code or an identity is taken') : error
  })
  // At once: people know these addresses, so a search must find them, and nobody may confirm with them.
  await storeLegacyWallets(tx, { appId, userId: user.id }, sealed)
}

export interface ImportOutcome {
  created: number
  existing: number
}

const sealAll = async (keys: Custody, appId: string, users: { user: ImportedUser }[]) => {
  const sealed: SealedWallets[] = []
  for (const { user } of users) {
    sealed.push(await keys.sealLegacyWallets({ appId, userId: user.id }))
    // Key derivation blocks the event loop; other requests are answered between two users.
    await setImmediate()
  }
  return sealed
}

/**
 * Imports users of a deployment that derived every key from one salt, so that ids and addresses stay the same. The
 * salt is a file that only custody reads. A call is one transaction and can be repeated: users that exist already are
 * left unchanged. The audit trail has a line of each call.
 * Throws legacy_import_off, hash_not_supported, import_running, import_conflict with the position in the list.
 */
export const importUsers = async (
  { db, keys }: { db: Database; keys: Custody },
  appId: string,
  users: ImportedUser[],
  context: Context,
): Promise<ImportOutcome> => {
  await requireSalt(keys)
  refuseHashes(users)
  return db.transaction(async (tx) => {
    await lockImports(tx, appId)
    const existing = await findExisting(tx, appId, users)
    const fresh = users.flatMap((user, index) => (existing.has(user.id.toLowerCase()) ? [] : [{ user, index }]))
    const sealed = await sealAll(keys, appId, fresh)
    for (const [position, { user, index }] of fresh.entries()) await storeOne(tx, appId, user, index, sealed[position]!)
    const outcome = { created: fresh.length, existing: existing.size }
    await record(tx, context, { action: 'user.import', appId, details: { ...outcome } })
    return outcome
  })
}

import { randomBytes } from 'node:crypto'
import { secretDigest } from '../../auth.ts'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../lib/custody/custody.ts'
import { withDataKey } from '../keys/data-keys.ts'

const PURPOSE = 'app-secret'

/** How many secrets of an app work at a time, the current one included. */
const MOST_SECRETS = 10

/** Adds a new current secret: `oa_` and 32 hex digits (128 random bits), as clients in the field know it. */
export const addSecret = async (tx: Tx, keys: Custody, appId: string): Promise<string> => {
  const secret = `oa_${randomBytes(16).toString('hex')}`
  await withDataKey(tx, keys, { owner: 'app', appId }, async ({ seal }) => {
    await tx.appSecret.create({ data: { appId, digest: secretDigest(secret), sealed: seal(PURPOSE, '', secret) } })
  })
  return secret
}

/** Opens the current secret for an admin. */
export const revealSecret = async (tx: Tx, keys: Custody, appId: string): Promise<string> => {
  const row = await tx.appSecret.findFirst({ where: { appId, expiresAt: null }, orderBy: { createdAt: 'desc' } })
  if (!row) throw new Problem('app_not_found')
  return withDataKey(tx, keys, { owner: 'app', appId }, ({ open }) => open(PURPOSE, '', row.sealed))
}

/** Ends the oldest of more secrets than may work at a time. */
const endSurplus = async (tx: Tx, appId: string): Promise<void> => {
  const surplus = await tx.appSecret.findMany({
    where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MOST_SECRETS,
  })
  await tx.appSecret.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } })
}

/**
 * Makes a new secret and lets the ones before it expire. Secrets that already have an end keep the earlier one; where
 * more would work than may, the oldest end at once.
 */
export const rotateSecret = async (tx: Tx, keys: Custody, appId: string, previousExpiresAt: Date) => {
  await tx.appSecret.updateMany({
    where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: previousExpiresAt } }] },
    data: { expiresAt: previousExpiresAt },
  })
  const secret = await addSecret(tx, keys, appId)
  await endSurplus(tx, appId)
  return secret
}

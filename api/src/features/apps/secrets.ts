import { randomBytes } from 'node:crypto'
import { secretDigest } from '../../auth.ts'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../lib/custody/custody.ts'
import { withDataKey } from '../keys/data-keys.ts'

const PURPOSE = 'app-secret'

/** The most working secrets of one kind that an app has, the current one included. */
const MAX_SECRETS = 10

/** `oa_` and 32 hex digits (128 random bits), the form that existing clients expect. */
const newSecret = (): string => `oa_${randomBytes(16).toString('hex')}`

/** Adds a new current secret. */
export const addSecret = async (tx: Tx, keys: Custody, appId: string): Promise<string> => {
  const secret = newSecret()
  await withDataKey(tx, keys, { owner: 'app', appId }, async ({ seal }) => {
    await tx.appSecret.create({ data: { appId, digest: secretDigest(secret), sealed: seal(PURPOSE, '', secret) } })
  })
  return secret
}

/**
 * Adds a secret that may only read; only its digest is stored. Call it with the app's row locked. Throws
 * `too_many_secrets`.
 */
export const addReadSecret = async (
  tx: Tx,
  appId: string,
  name: string,
): Promise<{ id: string; appSecret: string }> => {
  if ((await tx.appSecret.count({ where: { appId, kind: 'read' } })) >= MAX_SECRETS)
    throw new Problem('too_many_secrets')
  const appSecret = newSecret()
  const data = { appId, kind: 'read', name, digest: secretDigest(appSecret) } as const
  const { id } = await tx.appSecret.create({ data, select: { id: true } })
  return { id, appSecret }
}

/** Opens the current secret for an admin. */
export const revealSecret = async (tx: Tx, keys: Custody, appId: string): Promise<string> => {
  const where = { appId, kind: 'full', expiresAt: null } as const
  const sealed = (await tx.appSecret.findFirst({ where, orderBy: { createdAt: 'desc' } }))?.sealed
  if (!sealed) throw new Problem('app_not_found')
  return withDataKey(tx, keys, { owner: 'app', appId }, ({ open }) => open(PURPOSE, '', sealed))
}

/** Ends the oldest full secrets that exceed the maximum. */
const endSurplus = async (tx: Tx, appId: string): Promise<void> => {
  const surplus = await tx.appSecret.findMany({
    where: { appId, kind: 'full', OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MAX_SECRETS,
  })
  await tx.appSecret.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } })
}

/**
 * Creates a new full secret and lets the ones before it expire. Secrets that expire earlier keep their end. Where more
 * than the maximum would work, the oldest end at once. Read secrets stay.
 */
export const rotateSecret = async (tx: Tx, keys: Custody, appId: string, previousExpiresAt: Date) => {
  await tx.appSecret.updateMany({
    where: { appId, kind: 'full', OR: [{ expiresAt: null }, { expiresAt: { gt: previousExpiresAt } }] },
    data: { expiresAt: previousExpiresAt },
  })
  const secret = await addSecret(tx, keys, appId)
  await endSurplus(tx, appId)
  return secret
}

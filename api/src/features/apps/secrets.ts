import { createHash, randomBytes } from 'node:crypto'
import { APP_SECRET_PREFIX } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../custody/index.ts'
import { withDataKey } from '../keys/data-keys.ts'

const PURPOSE = 'app-secret'

/** The most working secrets of one kind that an app has, the current one included. */
const MAX_SECRETS = 10

/** 128 random bits. */
const newSecret = (): string => `${APP_SECRET_PREFIX}${randomBytes(16).toString('hex')}`

/** SHA-256, under which app secrets are stored and looked up. */
export const secretDigest = (secret: string): Buffer<ArrayBuffer> => createHash('sha256').update(secret).digest()

/** A new secret and the id of its row. */
export interface NewSecret {
  id: string
  appSecret: string
}

/** The stored form of a secret: its digest, and its last four characters for operators. */
const columnsOf = (secret: string) => ({ digest: secretDigest(secret), lastFour: secret.slice(-4) })

/** Adds a new current secret. `createdBy`: the id of an admin; null for a secret that the server itself creates. */
export const addSecret = async (tx: Tx, keys: Custody, appId: string, createdBy: number | null): Promise<NewSecret> => {
  const appSecret = newSecret()
  return withDataKey(tx, keys, { owner: 'app', appId }, async ({ seal }) => {
    const data = { appId, createdBy, ...columnsOf(appSecret), sealed: seal(PURPOSE, '', appSecret) }
    return { ...(await tx.appSecret.create({ data, select: { id: true } })), appSecret }
  })
}

const createReadSecret = async (
  tx: Tx,
  { appId, name, createdBy }: { appId: string; name: string | null; createdBy: number },
): Promise<NewSecret> => {
  const appSecret = newSecret()
  const data = { appId, kind: 'read', name, createdBy, ...columnsOf(appSecret) } as const
  return { ...(await tx.appSecret.create({ data, select: { id: true } })), appSecret }
}

/**
 * Adds a secret that may only read; only its digest is stored. Call it with the app's row locked. Throws
 * `too_many_secrets`.
 */
export const addReadSecret = async (
  tx: Tx,
  added: { appId: string; name: string; createdBy: number },
): Promise<NewSecret> => {
  const current = { appId: added.appId, kind: 'read', expiresAt: null } as const
  if ((await tx.appSecret.count({ where: current })) >= MAX_SECRETS) throw new Problem('too_many_secrets')
  return createReadSecret(tx, added)
}

/**
 * Creates a read secret of the same name and lets its predecessor expire. Call it with the app's row locked. Throws
 * `too_many_secrets` where as many rotated ones as may be are still valid.
 */
export const rotateReadSecret = async (
  tx: Tx,
  { id, appId, name, createdBy }: { id: string; appId: string; name: string | null; createdBy: number },
  expiresAt: Date,
): Promise<NewSecret> => {
  const expiring = { appId, kind: 'read', expiresAt: { gt: new Date() } } as const
  if ((await tx.appSecret.count({ where: expiring })) >= MAX_SECRETS) throw new Problem('too_many_secrets')
  await tx.appSecret.update({ where: { id }, data: { expiresAt } })
  return createReadSecret(tx, { appId, name, createdBy })
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
export const rotateSecret = async (
  tx: Tx,
  keys: Custody,
  { appId, createdBy }: { appId: string; createdBy: number },
  previousExpiresAt: Date,
): Promise<NewSecret> => {
  await tx.appSecret.updateMany({
    where: { appId, kind: 'full', OR: [{ expiresAt: null }, { expiresAt: { gt: previousExpiresAt } }] },
    data: { expiresAt: previousExpiresAt },
  })
  const secret = await addSecret(tx, keys, appId, createdBy)
  await endSurplus(tx, appId)
  return secret
}

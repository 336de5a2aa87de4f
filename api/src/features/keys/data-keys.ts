import { hkdfSync } from 'node:crypto'
import type { Tx } from '../../db.ts'
import {
  type Custody,
  encodeAad,
  type KeyScope,
  seal,
  type SharedScope,
  unseal,
  type WrappedKey,
} from '../../custody/index.ts'

const SERVER_ID = '00000000-0000-0000-0000-000000000000'

const rowKey = (scope: KeyScope) => ({
  owner: scope.owner,
  ownerId: scope.owner === 'server' ? SERVER_ID : scope.owner === 'app' ? scope.appId : scope.userId,
})

/** Stores a data key that is wrapped already, such as one that was created with a user's wallets. */
export const storeDataKey = async (tx: Tx, scope: KeyScope, { kekId, wrappedKey }: WrappedKey): Promise<void> => {
  const appId = scope.owner === 'server' ? null : scope.appId
  await tx.dataKey.create({ data: { ...rowKey(scope), appId, kekId, wrappedKey } })
}

/** Creates and stores a data key for an owner that has none. */
export const createDataKey = async (tx: Tx, keys: Pick<Custody, 'newDataKey'>, scope: SharedScope): Promise<void> =>
  storeDataKey(tx, scope, await keys.newDataKey(scope))

/**
 * Seals and opens texts of one owner. `purpose` and `name` are bound into each seal: a sealed text opens only under
 * both.
 */
export interface Sealer {
  seal: (purpose: string, name: string, text: string) => Uint8Array<ArrayBuffer>
  open: (purpose: string, name: string, sealed: Uint8Array) => string
}

const openDataKey = async (tx: Tx, keys: Pick<Custody, 'openDataKey'>, scope: SharedScope) => {
  const { ownerId, kekId, wrappedKey } = await tx.dataKey.findUniqueOrThrow({
    where: { owner_ownerId: rowKey(scope) },
  })
  return { ownerId, dataKey: await keys.openDataKey(scope, { kekId, wrappedKey }) }
}

/**
 * 32 bytes that the server's data key gives for a purpose, always the same: HKDF (RFC 5869) with SHA-256. The caller zeroes them.
 * Throws CustodyError.
 */
export const derivedSecret = async (
  tx: Tx,
  keys: Pick<Custody, 'openDataKey'>,
  purpose: string,
): Promise<Uint8Array> => {
  const { dataKey } = await openDataKey(tx, keys, { owner: 'server' })
  try {
    return new Uint8Array(hkdfSync('sha256', dataKey, '', `openauth ${purpose}`, 32))
  } finally {
    dataKey.fill(0)
  }
}

/** Opens the owner's data key, passes a sealer to `work`, and zeroes the key afterwards. Throws CustodyError. */
export const withDataKey = async <T>(
  tx: Tx,
  keys: Pick<Custody, 'openDataKey'>,
  scope: SharedScope,
  work: (sealer: Sealer) => T | Promise<T>,
): Promise<T> => {
  const { ownerId, dataKey } = await openDataKey(tx, keys, scope)
  const aad = (purpose: string, name: string) => encodeAad(purpose, scope.owner, ownerId, name)
  try {
    return await work({
      seal: (purpose, name, text) => seal(dataKey, Buffer.from(text), aad(purpose, name)),
      open: (purpose, name, sealed) => unseal(dataKey, sealed, aad(purpose, name)).toString(),
    })
  } finally {
    dataKey.fill(0)
  }
}

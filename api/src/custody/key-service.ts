import { encodeAad, newDataKey, type Sealed, unsealFailed } from './envelope.ts'
import { CustodyError } from './errors.ts'

/**
 * A key that only encrypts data keys (KEK): a keyring entry, an AWS KMS key, a Vault transit key. The backend receives
 * `aad` as its encryption context. `unwrap` throws unseal_failed when authentication fails, and its own error when the
 * backend does not answer. `wrap` takes at most 64 bytes.
 */
export interface KeyEncryptionKey {
  /** Backend and version, such as 'local:1'. Stored beside everything it wrapped and never reused for another key. */
  id: string
  wrap(dek: Buffer, aad: Buffer): Promise<Sealed>
  unwrap(wrapped: Uint8Array, aad: Buffer): Promise<Buffer>
}

/** Every KEK that this server may unwrap with, and the one it wraps with. */
export interface KeyService {
  current: KeyEncryptionKey
  /** Throws kek_unknown. */
  get(id: string): KeyEncryptionKey
  ids(): string[]
}

/** The owner of a data key. Server: installation settings; app: its credentials; user: wallets. */
export type KeyScope =
  | { owner: 'server' }
  | { owner: 'app'; appId: string }
  | { owner: 'user'; appId: string; userId: string }

/** What is stored for a data key. */
export type WrappedKey = { kekId: string; wrappedKey: Sealed }

/** A known text sealed under one KEK. Keep one for every KEK id that rows name. */
export type Canary = { kekId: string; sealed: Sealed }

const DATA_KEY_BYTES = 32
// As long as a data key, so that backends that check the length accept it.
const CANARY_TEXT = Buffer.from('openauth kek canary, version 1'.padEnd(DATA_KEY_BYTES))

/** A KeyService over the given KEKs. Throws kek_unknown when `currentId` is none of them. */
export function keyServiceOf(keks: readonly KeyEncryptionKey[], currentId: string): KeyService {
  const byId = new Map(keks.map((kek) => [kek.id, kek]))
  const get = (id: string): KeyEncryptionKey => {
    const kek = byId.get(id)
    if (kek) return kek
    throw new CustodyError(
      'kek_unknown',
      `This server has no key-encryption key ${JSON.stringify(id.slice(0, 80))}. Restore the keyring that holds it.`,
    )
  }
  return { current: get(currentId), get, ids: () => [...byId.keys()] }
}

/**
 * Creates a data key and wraps it under the current KEK. Store kekId and wrappedKey; seal with dataKey, then zero it
 * with fill(0). Throws what the KEK throws.
 */
export async function wrapDataKey(service: KeyService, scope: KeyScope): Promise<WrappedKey & { dataKey: Buffer }> {
  const dataKey = newDataKey()
  try {
    return { ...(await wrapUnderCurrent(service, dataKey, scope)), dataKey }
  } catch (error) {
    dataKey.fill(0)
    throw error
  }
}

/**
 * Opens a stored data key: 32 bytes, which the caller zeroes with fill(0). Throws kek_unknown when the keyring lacks
 * `kekId`, unseal_failed when the key was wrapped for another scope, under another KEK, or was changed.
 */
export async function unwrapDataKey(
  service: KeyService,
  wrapped: Uint8Array,
  kekId: string,
  scope: KeyScope,
): Promise<Buffer> {
  const dataKey = await service.get(kekId).unwrap(wrapped, dataKeyAad(scope, kekId))
  if (dataKey.length === DATA_KEY_BYTES) return dataKey
  dataKey.fill(0)
  throw unsealFailed()
}

/** Wraps an existing data key, which the caller still owns and zeroes. Throws what the KEK throws. */
export async function wrapUnderCurrent({ current }: KeyService, dataKey: Buffer, scope: KeyScope): Promise<WrappedKey> {
  // Copied first: a reload of the keyring meanwhile must not pair one key's id with another's ciphertext.
  const { id } = current
  return { kekId: id, wrappedKey: await current.wrap(dataKey, dataKeyAad(scope, id)) }
}

function dataKeyAad(scope: KeyScope, kekId: string): Buffer {
  const appId = scope.owner === 'server' ? '' : requireId(scope.appId)
  const userId = scope.owner === 'user' ? requireId(scope.userId) : ''
  return encodeAad('data-key', scope.owner, appId, userId, kekId)
}

/** Returns the id; throws aad_invalid when it is empty or absent, which would bind a secret to no owner. */
export function requireId(id: string): string {
  if (id) return id
  throw new CustodyError('aad_invalid', 'A secret must be sealed for a named app and user; pass both ids.')
}

/**
 * Seals a known text under the current KEK. Store it with the first secret and after every change of the current KEK.
 */
export async function makeCanary({ current }: KeyService): Promise<Canary> {
  return { kekId: current.id, sealed: await current.wrap(CANARY_TEXT, encodeAad('canary', current.id)) }
}

/**
 * Call it at server start for every stored canary: the keyring must be the one that this database was written with.
 * Throws kek_unknown when the KEK is missing, canary_mismatch when another key has its id or the canary was changed. An
 * unreachable backend throws its own error, because that is an outage and not a wrong key.
 */
export async function checkCanary(service: KeyService, canary: { kekId: string; sealed: Uint8Array }): Promise<void> {
  const text = await service
    .get(canary.kekId)
    .unwrap(canary.sealed, encodeAad('canary', canary.kekId))
    .catch((error: unknown) => {
      if (error instanceof CustodyError && error.code === 'unseal_failed') return null
      throw error
    })
  if (text?.equals(CANARY_TEXT)) return
  throw new CustodyError(
    'canary_mismatch',
    `The key ${canary.kekId} is not the one this database was written with. Do not start with it: restore the keyring ` +
      'that belongs to this database.',
  )
}

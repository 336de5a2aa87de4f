import { createSecretKey, type KeyObject } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { newDataKey, seal, unseal } from '../envelope.ts'
import { CustodyError } from '../errors.ts'
import {
  makeDirectory,
  createKeyringFile,
  readKeyring,
  replaceKeyringFile,
  syncDirectory,
  withWriteErrors,
  withLock,
} from './keyring-file.ts'
import type { KeyringContent } from './keyring-format.ts'
import { type KeyEncryptionKey, type KeyService, keyServiceOf } from '../key-service.ts'

/**
 * Opens the keyring at `path` for wrapping and unwrapping. OpenSSL holds the keys. Their base64 text becomes garbage
 * but cannot be zeroed, a limit of JavaScript strings.
 *
 * Throws keyring_missing, keyring_permissions (on POSIX: any bit for group or others, or not readable by this process),
 * keyring_malformed (not exactly the documented form; a key that is short, all zero or duplicated).
 */
export async function openKeyring(path: string): Promise<KeyService> {
  const { current, keys } = await readKeyring(path)
  return keyServiceOf(
    [...keys].map(([id, key]) => localKek(id, key)),
    current,
  )
}

/**
 * Opens the keyring, after creating it with one random key if there is none. Concurrent processes create one keyring
 * and all of them use it: it is published with link(), which never overwrites, after file and directory reached the
 * disk. A new parent directory gets mode 0700, the file 0400.
 *
 * Call it only for a database without secrets: a new key cannot open old ones (see checkCanary). `created` is true if
 * this call created it, so that the operator can be asked to back it up, apart from the database.
 *
 * Throws keyring_unwritable, and what openKeyring throws for an existing but invalid keyring.
 */
export async function createKeyring(path: string): Promise<{ created: boolean; keys: KeyService }> {
  const file = resolve(path)
  const existing = await openKeyring(file).catch(nullWhenMissing)
  if (existing) return { created: false, keys: existing }
  const created = await withWriteErrors(file, async () => {
    await makeDirectory(dirname(file))
    const key = randomKey()
    const won = await createKeyringFile(file, { current: 'local:1', keys: new Map([['local:1', key]]) })
    // A process that lost the race also waits for the directory sync: what it seals next must not outlive the directory
    // entry.
    await syncDirectory(dirname(file))
    return won
  })
  return { created, keys: await openKeyring(file) }
}

/**
 * Adds a random key as the current one and returns its id, 'local:<n+1>'. Everything sealed before still opens. The
 * file is replaced atomically; a lock file prevents a concurrent addition from discarding this key. Running servers see
 * the new key when they open the keyring again, and must do so before they read what it wrapped. With several servers,
 * add it with `standby`, open the keyring again on all of them, then make it current.
 *
 * Throws keyring_locked, keyring_unwritable, and what openKeyring throws.
 */
export async function addKeyringKey(path: string, { standby = false } = {}): Promise<string> {
  return change(path, ({ current, keys }) => {
    // One past the highest and not past the current one, because a number must never name two keys.
    const id = `local:${Math.max(...[...keys.keys()].map(numberOf)) + 1}`
    return { content: { current: standby ? current : id, keys: new Map([...keys, [id, randomKey()]]) }, answer: id }
  })
}

/**
 * Makes a key of the keyring the current one. The previous one stays and may become current again. Throws kek_unknown,
 * keyring_locked, keyring_unwritable, and what openKeyring throws.
 */
export async function makeKeyringKeyCurrent(path: string, id: string): Promise<void> {
  return change(path, ({ keys }) => {
    requireKey(keys, id)
    return { content: { current: id, keys }, answer: undefined }
  })
}

/**
 * Removes a key from the keyring for good. `isUnused` queries the database, where no row may name the key, while the
 * keyring is locked. Every server must have stopped wrapping under the key before, and must open the keyring again
 * after to drop it.
 *
 * Throws kek_in_use (rows name it, or it is current, or newer than the current one, whose number would be reused),
 * kek_unknown, keyring_locked, keyring_unwritable, and what openKeyring and `isUnused` throw.
 */
export async function retireKeyringKey(
  path: string,
  id: string,
  isUnused: (id: string) => Promise<boolean>,
): Promise<void> {
  return change(path, async ({ current, keys }) => {
    requireKey(keys, id)
    if (numberOf(id) >= numberOf(current)) throw inUse(id, 'it is the current key or newer', 'Make a newer key current')
    if (!(await isUnused(id))) throw inUse(id, 'stored data keys are wrapped under it', 'Rewrap them all')
    return { content: { current, keys: new Map([...keys].filter(([known]) => known !== id)) }, answer: undefined }
  })
}

type Change<Answer> = { content: KeyringContent; answer: Answer }

async function change<Answer>(
  path: string,
  make: (content: KeyringContent) => Change<Answer> | Promise<Change<Answer>>,
): Promise<Answer> {
  const file = resolve(path)
  return withLock(file, async () => {
    const { content, answer } = await make(await readKeyring(file))
    await withWriteErrors(file, () => replaceKeyringFile(file, content))
    return answer
  })
}

function numberOf(id: string): number {
  return Number(id.slice('local:'.length))
}

function requireKey(keys: KeyringContent['keys'], id: string): void {
  if (keys.has(id)) return
  throw new CustodyError('kek_unknown', `The keyring holds no key ${JSON.stringify(id.slice(0, 80))}. List its ids.`)
}

function inUse(id: string, why: string, remedy: string): CustodyError {
  return new CustodyError('kek_in_use', `${id} stays in the keyring: ${why}. ${remedy} first.`)
}

function localKek(id: string, key: KeyObject): KeyEncryptionKey {
  return {
    id,
    wrap: async (dek, aad) => seal(key, dek, aad),
    unwrap: async (wrapped, aad) => unseal(key, wrapped, aad),
  }
}

function randomKey(): KeyObject {
  const bytes = newDataKey()
  try {
    return createSecretKey(bytes)
  } finally {
    bytes.fill(0)
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof CustodyError && error.code === 'keyring_missing') return null
  throw error
}

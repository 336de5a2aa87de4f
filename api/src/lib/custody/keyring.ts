import { createSecretKey, type KeyObject } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { newDataKey, seal, unseal } from './envelope.ts'
import { CustodyError } from './errors.ts'
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
import { type KeyEncryptionKey, type KeyService, keyServiceOf } from './key-service.ts'

/**
 * Opens the keyring at `path` for reading and writing secrets. Its keys live in OpenSSL's memory; the base64 text they
 * came in is garbage afterwards but cannot be zeroed, which is a limit of JavaScript strings.
 *
 * Throws keyring_missing, keyring_permissions (on POSIX: any bit for group or others, or not readable by this process),
 * keyring_malformed (not exactly the documented form; a key that is short, all zero or there twice).
 */
export async function openKeyring(path: string): Promise<KeyService> {
  const { current, keys } = await readKeyring(path)
  return keyServiceOf(
    [...keys].map(([id, key]) => localKek(id, key)),
    current,
  )
}

/**
 * Makes a keyring with one random key unless there is one, and opens it. However many processes do this at once, one
 * keyring comes out and all of them use it: it is published with link(), which never overwrites, after file and
 * directory reached the disk. A new parent directory gets mode 0700, the file 0400.
 *
 * Call it only for a database without secrets: a new key cannot open the old ones (see checkCanary). `created` tells
 * whether it was this call that made it, so that the operator can be told to back it up, apart from the database.
 *
 * Throws keyring_unwritable, and what openKeyring throws for a keyring that is there but unfit.
 */
export async function createKeyring(path: string): Promise<{ created: boolean; keys: KeyService }> {
  const file = resolve(path)
  const existing = await openKeyring(file).catch(nullWhenMissing)
  if (existing) return { created: false, keys: existing }
  const created = await withWriteErrors(file, async () => {
    await makeDirectory(dirname(file))
    const key = randomKey()
    const won = await createKeyringFile(file, { current: 'local:1', keys: new Map([['local:1', key]]) })
    // The loser waits for it too: what it seals next must not outlive the winner's directory entry.
    await syncDirectory(dirname(file))
    return won
  })
  return { created, keys: await openKeyring(file) }
}

/**
 * Adds a random key as the current one and returns its id, 'local:<n+1>'. Everything sealed before stays readable. The
 * file is replaced atomically; a lock file beside it keeps a second addition from discarding this one's key.
 * Servers that run see the new key when they open the keyring again, and must do so before they read what it wrapped:
 * where several run, add it with `standby`, open the keyring again on all of them, then make it current.
 *
 * Throws keyring_locked, keyring_unwritable, and what openKeyring throws.
 */
export async function addKeyringKey(path: string, { standby = false } = {}): Promise<string> {
  return change(path, ({ current, keys }) => {
    // One past the highest, not past the current: a number that was ever used must not name another key.
    const id = `local:${Math.max(...[...keys.keys()].map(numberOf)) + 1}`
    return { content: { current: standby ? current : id, keys: new Map([...keys, [id, randomKey()]]) }, answer: id }
  })
}

/**
 * Makes a key of the keyring the current one. The one before stays, and may become current again.
 * Throws kek_unknown, keyring_locked, keyring_unwritable, and what openKeyring throws.
 */
export async function makeKeyringKeyCurrent(path: string, id: string): Promise<void> {
  return change(path, ({ keys }) => {
    requireKey(keys, id)
    return { content: { current: id, keys }, answer: undefined }
  })
}

/**
 * Takes a key out of the keyring for good. `isUnused` answers for the database: no row may name the key. It is asked
 * while the keyring is locked. Every server must have stopped wrapping under the key before, and dropped it by opening
 * the keyring again after.
 *
 * Throws kek_in_use (rows name it, or it is current, or newer than the current one: its number would be given again),
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
  throw new CustodyError('kek_unknown', `The keyring holds no key ${JSON.stringify(id.slice(0, 80))}; look at its ids.`)
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

import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { newDataKey, seal, unseal } from './envelope.ts'
import { CustodyError } from './errors.ts'
import { type KeyringContent, parseKeyring, serializeKeyring } from './keyring-format.ts'
import { type KeyEncryptionKey, type KeyService, keyServiceOf } from './key-service.ts'

const MAX_BYTES = 64 * 1024
const OWNER_READ = 0o400
const GROUP_OR_OTHERS = 0o077

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
  const created = await whenWritable(file, async () => {
    await makeDirectory(dirname(file))
    const key = randomKey()
    const won = await publish(file, { current: 'local:1', keys: new Map([['local:1', key]]) })
    // The loser waits for it too: what it seals next must not outlive the winner's directory entry.
    await syncDirectory(dirname(file))
    return won
  })
  return { created, keys: await openKeyring(file) }
}

/**
 * Adds a random key as the current one and returns its id, 'local:<n+1>'. Everything sealed before stays readable. The
 * file is replaced atomically; a lock file beside it keeps a second addition from discarding this one's key.
 * Servers that run see the new key when they open the keyring again, and must do so before they read what it wrapped.
 *
 * Throws keyring_locked, keyring_unwritable, and what openKeyring throws.
 */
export async function addKeyringKey(path: string): Promise<string> {
  const file = resolve(path)
  return withLock(file, async () => {
    const { keys } = await readKeyring(file)
    // One past the highest, not past the current: a number that was ever used must not name another key.
    const id = `local:${Math.max(...[...keys.keys()].map((known) => Number(known.slice('local:'.length)))) + 1}`
    await whenWritable(file, () => replace(file, { current: id, keys: new Map([...keys, [id, randomKey()]]) }))
    return id
  })
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

async function readKeyring(path: string): Promise<KeyringContent> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error)
  })
  try {
    // Of the open file, not of the path: what is checked is what is read.
    const { mode, size } = await file.stat()
    if (process.platform !== 'win32' && mode & GROUP_OR_OTHERS)
      throw permissions(path, 'other users may read or change it')
    if (size > MAX_BYTES) throw new CustodyError('keyring_malformed', `${path} is too large for a keyring.`)
    const content = await file.readFile()
    try {
      return parseKeyring(content, path)
    } finally {
      content.fill(0)
    }
  } finally {
    await file.close()
  }
}

function unreadable(path: string, cause: NodeJS.ErrnoException): Error {
  if (cause.code === 'EACCES' || cause.code === 'EPERM') return permissions(path, 'this process may not read it')
  if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') return cause
  const message = `There is no keyring at ${path}. Restore it from its backup; without it no stored secret can be read.`
  return new CustodyError('keyring_missing', message, { cause })
}

function permissions(path: string, what: string): CustodyError {
  return new CustodyError(
    'keyring_permissions',
    `The keyring ${path} is refused: ${what}. Make the server's user its owner and set mode 0400.`,
  )
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof CustodyError && error.code === 'keyring_missing') return null
  throw error
}

/** False when another process was faster. */
async function publish(file: string, content: KeyringContent): Promise<boolean> {
  const temporary = await writeTemporary(file, content)
  try {
    await link(temporary, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(temporary)
  }
}

async function replace(file: string, content: KeyringContent): Promise<void> {
  const temporary = await writeTemporary(file, content)
  try {
    // Windows does not rename over a read-only file.
    if (process.platform === 'win32') await chmod(file, 0o600)
    await rename(temporary, file)
  } catch (error) {
    await unlink(temporary)
    throw error
  }
  await syncDirectory(dirname(file))
}

async function writeTemporary(file: string, content: KeyringContent): Promise<string> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`)
  const bytes = serializeKeyring(content)
  const handle = await open(temporary, 'wx', OWNER_READ)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await unlink(temporary)
    throw error
  } finally {
    bytes.fill(0)
    await handle.close()
  }
  return temporary
}

async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`
  const handle = await whenWritable(file, () => open(lock, 'wx', OWNER_READ)).catch((error: CustodyError) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== 'EEXIST') throw error
    throw new CustodyError(
      'keyring_locked',
      `Another process is changing the keyring. When none is, a crash left ${lock} behind: remove it and try again.`,
    )
  })
  try {
    return await work()
  } finally {
    await handle.close()
    await unlink(lock)
  }
}

async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: 0o700 })
  if (!first) return
  // Each new directory is an entry of its parent, and lasts only once that is on disk.
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and its file systems journal entries by themselves.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function whenWritable<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CustodyError) throw cause
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new CustodyError(
      'keyring_unwritable',
      `The keyring ${file} could not be written (${reason}). Its directory must be writable and on a file system with hard links.`,
      { cause },
    )
  }
}

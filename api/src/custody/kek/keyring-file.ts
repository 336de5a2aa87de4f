import { randomBytes } from 'node:crypto'
import { chmod, link, open, readFile, readlink, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { bootId, tryKernelLock } from '@openauth/kernel-lock'
import { makeFolders } from '../../lib/make-folders.ts'
import { CustodyError } from '../errors.ts'
import { type KeyringContent, parseKeyring, serializeKeyring } from './keyring-format.ts'

const MAX_BYTES = 64 * 1024
const OWNER_READ = 0o400
const GROUP_OR_OTHERS = 0o077
/** Errors of opening a path that does not exist. */
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** Throws keyring_missing, keyring_permissions and keyring_malformed, as openKeyring documents. */
export async function readKeyring(path: string): Promise<KeyringContent> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error)
  })
  try {
    // Checks the open file and not the path, so that the checked file is the one that is read.
    const found = await file.stat()
    if (!found.isFile()) throw missing(path)
    const { mode, size } = found
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
  if (!NOT_THERE.has(cause.code ?? '')) return cause
  return missing(path, cause)
}

function missing(path: string, cause?: Error): CustodyError {
  const message = `There is no keyring at ${path}. Restore it from its backup; without it no stored secret can be read.`
  return new CustodyError('keyring_missing', message, { cause })
}

function permissions(path: string, what: string): CustodyError {
  return new CustodyError(
    'keyring_permissions',
    `The keyring ${path} is refused: ${what}. Make the server's user its owner and set mode 0400.`,
  )
}

/**
 * Writes a keyring unless there is one, with link(), which never overwrites. Resolves to false when another process was
 * first.
 */
export async function createKeyringFile(file: string, content: KeyringContent): Promise<boolean> {
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

/** Replaces the file atomically; readers see the old or the new content. */
export async function replaceKeyringFile(file: string, content: KeyringContent): Promise<void> {
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

/**
 * Runs `work` while no other process changes the keyring. A kernel lock, which ends with its process, excludes
 * processes of this machine; a lock file excludes machines and containers that share the file. Throws keyring_locked
 * and keyring_unwritable.
 */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`
  const release = await withWriteErrors(file, () => tryKernelLock(file, { purpose: 'keyring', file: `${file}.flock` }))
  if (!release) throw locked(lock)
  try {
    await takeLockFile(file, lock)
    try {
      return await work()
    } finally {
      await unlink(lock)
    }
  } finally {
    await release()
  }
}

/**
 * Age in milliseconds after which a lock file is stale. A change takes milliseconds, plus the database's response time.
 */
const LOCK_FILE_COUNTS_FOR = 5 * 60_000

/**
 * The scope of a lock file: this machine since its boot and, on Linux, this network namespace. The kernel lock has at
 * least this scope, so its holder can conclude that another lock file of this scope has no running owner.
 */
async function lockDomain(): Promise<string> {
  if (process.platform !== 'linux') return `${process.platform} ${hostname()}`
  return `${bootId()} ${await readlink('/proc/self/ns/net')}`
}

/** Requires the kernel lock. Throws keyring_locked and keyring_unwritable. */
async function takeLockFile(file: string, lock: string): Promise<void> {
  const domain = await lockDomain()
  if (await writeLockFile(file, lock, domain)) return
  if (!(await isLeftBehind(lock, domain))) throw locked(lock)
  await rm(lock, { force: true })
  if (!(await writeLockFile(file, lock, domain))) throw locked(lock)
}

/** Returns false if there is one already. */
const writeLockFile = (file: string, lock: string, domain: string): Promise<boolean> =>
  withWriteErrors(file, async () => {
    try {
      await writeFile(lock, domain, { flag: 'wx', mode: OWNER_READ })
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })

async function isLeftBehind(lock: string, domain: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = [await readFile(lock, 'utf8'), await stat(lock)]
    return holder === domain || Date.now() - mtimeMs > LOCK_FILE_COUNTS_FOR
  } catch (error) {
    // The file was removed meanwhile, by its owner's finished change.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

const locked = (lock: string): CustodyError =>
  new CustodyError(
    'keyring_locked',
    `Another process is changing the keyring. Try again in a moment. A lock file that a crash on another machine left behind (${lock}) expires after five minutes.`,
  )

/** New directories get mode 0700. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await makeFolders(directory)
  if (!first) return
  // Each new directory is an entry of its parent and is durable only once the parent is on disk.
  for (let made = directory; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and its file systems journal directory entries.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Turns errors of the file system into keyring_unwritable. */
export async function withWriteErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
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

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './errors.ts'
import type { ServerUser } from './server-user.ts'

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const DIRECTORY = constants.O_DIRECTORY ?? 0

/** Creates a directory that only the server's account may enter. Fails if there is anything at `path`. */
export function createPrivateDirectory(path: string, user: ServerUser | undefined): void {
  mkdirSync(path, { mode: 0o700 })
  if (user === undefined) return
  // Through the descriptor, because as root a path in a directory that others may write could be swapped in between.
  const directory = openSync(path, constants.O_RDONLY | DIRECTORY | NO_FOLLOW)
  try {
    fchownSync(directory, user.uid, user.gid)
  } finally {
    closeSync(directory)
  }
}

/** Replaces a file durably and atomically: after a power failure it holds the old or the new text. Mode 0600. */
export function writePrivateFile(path: string, text: string, user: ServerUser | undefined): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = createPrivateFile(temporary, user)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncDirectory(dirname(path))
}

/** Opens a new, empty file of mode 0600 for writing. An existing file of that name is unlinked, never written to. */
export function createPrivateFile(path: string, user: ServerUser | undefined): number {
  rmSync(path, { force: true })
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o600)
  fchmodSync(file, 0o600)
  if (user !== undefined) fchownSync(file, user.uid, user.gid)
  return file
}

/** The text of a regular file, or undefined when there is none. Symbolic links are not followed. */
export function readIfPresent(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | NO_FOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

/** Makes the entries of a directory durable. */
export function syncDirectory(path: string): void {
  // Windows cannot open a directory; NTFS journals names itself.
  if (process.platform === 'win32') return
  const directory = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** PostgreSQL refuses a data directory that others may read, which a restored backup may be. */
export function makePrivate(path: string): void {
  chmodSync(path, 0o700)
}

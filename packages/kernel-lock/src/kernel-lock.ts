import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname } from 'node:path'
import { tryFolderLock } from './folder-lock.ts'

/** From the BSD headers; not among Node's constants. https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html */
const O_EXLOCK = 0x20

/**
 * Errors of a folder that cannot have a socket: it is not writable or full, its file system has none, or /proc is hidden.
 * A folder that does not exist is then an error of lockName.
 */
const NO_SOCKET = 'EACCES EPERM EROFS ENOSPC EDQUOT EOPNOTSUPP ENOTSUP ENOSYS EINVAL ENOENT'.split(' ')

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Takes an exclusive lock on a path among the processes of this machine; resolves to undefined if another process holds
 * it. The kernel releases it when its process ends, even by SIGKILL, so a lock is never stale: a listening socket on
 * Linux, a named pipe on Windows, flock at open on macOS.
 *
 * On Linux the socket is in the path's folder, and only accounts that may write there can hold the lock. In a folder that
 * cannot have one it is an abstract socket: it excludes processes of this network namespace, and any account can hold its
 * name, which is computable and listed in /proc/net/unix.
 *
 * @param path the locked path; its parent exists
 * @param purpose part of the lock's name
 * @param file on macOS, the file that is locked; it is not removed
 * @returns a function that releases the lock
 */
export async function tryKernelLock(
  path: string,
  { purpose, file }: { purpose: string; file: string },
): Promise<(() => Promise<void>) | undefined> {
  const name = () => lockName(path, purpose)
  if (process.platform === 'win32') return listenAlone(`\\\\.\\pipe\\${name()}`)
  if (process.platform !== 'linux') return openAlone(file)
  try {
    return await tryFolderLock(path, purpose)
  } catch (error) {
    if (!NO_SOCKET.includes(codeOf(error) ?? '')) throw error
    return listenAlone(`\0${name()}`)
  }
}

/** The parent's inode identifies the directory independently of the path that leads to it. */
function lockName(path: string, purpose: string): string {
  const { dev, ino } = statSync(dirname(path), { bigint: true })
  const hash = createHash('sha256')
    .update(`${dev}:${ino}/${basename(path)}`)
    .digest('hex')
  return `openauth-${purpose}-${hash.slice(0, 32)}`
}

function listenAlone(path: string): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve(() => new Promise((closed) => server.close(() => closed())))
    })
  })
}

async function openAlone(path: string): Promise<(() => Promise<void>) | undefined> {
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOFOLLOW | O_EXLOCK
    const file = openSync(path, flags, 0o600)
    return async () => closeSync(file)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return undefined
    throw error
  }
}

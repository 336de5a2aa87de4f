import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname } from 'node:path'

/** From the BSD headers; not among Node's constants. https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html */
const O_EXLOCK = 0x20

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Takes an exclusive lock on a path among the processes of this machine (of this network namespace on Linux); resolves
 * to undefined if another process holds it. The kernel releases it when its process ends, even by SIGKILL, so a lock is
 * never stale: an abstract socket name on Linux, a named pipe on Windows, flock at open on macOS.
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
  if (process.platform === 'linux') return listenAlone(`\0${name()}`)
  if (process.platform === 'win32') return listenAlone(`\\\\.\\pipe\\${name()}`)
  return openAlone(file)
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

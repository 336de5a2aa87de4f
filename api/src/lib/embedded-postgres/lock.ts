import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

/** How long a start waits for another's: initdb on a slow disk, or a recovery. */
export const START_LOCK_WAIT_MS = 120_000
const RETRY_MS = 15
/** From the BSD headers; not among Node's constants. https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/open.2.html */
const O_EXLOCK = 0x20

/**
 * Runs `action` while no other process of this machine does so for the same cluster.
 *
 * The lock is one the kernel gives up by itself when its process dies, even by SIGKILL, so there is no stale lock to
 * detect: an abstract socket name on Linux, a named pipe on Windows, flock at open on macOS.
 *
 * @param dataDir the cluster's directory; its parent exists
 * @param waitMs how long to wait for another holder before failing with `embedded_postgres_locked`
 */
export async function withLock<T>(dataDir: string, waitMs: number, action: () => Promise<T>): Promise<T> {
  const release = await acquire(dataDir, Date.now() + waitMs)
  try {
    return await action()
  } finally {
    await release()
  }
}

async function acquire(dataDir: string, deadline: number): Promise<() => Promise<void>> {
  for (;;) {
    const release = await tryAcquire(dataDir)
    if (release !== undefined) return release
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'embedded_postgres_locked',
        `Another process has been starting or stopping the database in ${dataDir} for too long. End it and try again.`,
      )
    }
    await delay(RETRY_MS)
  }
}

async function tryAcquire(dataDir: string): Promise<(() => Promise<void>) | undefined> {
  if (process.platform === 'linux') return listenAlone(`\0${lockName(dataDir)}`)
  if (process.platform === 'win32') return listenAlone(`\\\\.\\pipe\\${lockName(dataDir)}`)
  return openAlone(`${dataDir}.lock`)
}

/** The parent's inode names the directory whatever path leads to it. */
function lockName(dataDir: string): string {
  const { dev, ino } = statSync(dirname(dataDir), { bigint: true })
  const hash = createHash('sha256')
    .update(`${dev}:${ino}/${basename(dataDir)}`)
    .digest('hex')
  return `openauth-postgres-${hash.slice(0, 32)}`
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

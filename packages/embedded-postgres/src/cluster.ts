import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findBinaries, type Binaries } from './binaries.ts'
import { codeOf, EmbeddedPostgresError, USE_ANOTHER } from './errors.ts'
import { createPrivateDirectory, makePrivate, readIfPresent, syncDirectory, writePrivateFile } from './files.ts'
import { canReach, chooseServerUser, SYSTEM_PATH, type ServerUser } from './server-user.ts'

/** The superuser, used by the starter only; the application's role is SERVER_ROLE in server.ts. */
export const SUPERUSER = 'postgres'
const OUTPUT_LIMIT = 4000

/** A data directory that is ready to be served. */
export type Cluster = {
  dataDir: string
  password: string
  binaries: Binaries
  /** The account the server drops to; undefined for that of this process. */
  user: ServerUser | undefined
  /** Settings that override those of postmaster.ts. */
  settings?: Record<string, string>
}

/**
 * The cluster in `dataDir`, created first if there is none. Call it under withLock.
 * @throws `embedded_postgres_wrong_version`, `embedded_postgres_not_a_cluster`, `embedded_postgres_password`,
 *   `embedded_postgres_owner`, `embedded_postgres_unreachable` or `embedded_postgres_initdb`
 */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const user = chooseServerUser(dataDir)
  const binaries = findBinaries(user)
  checkReachable(dataDir, user)
  removeUnfinished(dataDir)
  const version = readIfPresent(join(dataDir, 'PG_VERSION'))?.trim()
  if (version === undefined) return { dataDir, user, binaries, password: await initialize(dataDir, user, binaries) }
  checkExisting(dataDir, version, binaries.major)
  const password = readIfPresent(`${dataDir}.password`)?.trim()
  if (password) return { dataDir, user, binaries, password }
  throw new EmbeddedPostgresError(
    'embedded_postgres_password',
    `The file ${dataDir}.password is missing: it holds the password of the database in ${dataDir}. ` +
      'Restore it from the backup the database came from.',
  )
}

/** Creates the directories above a new cluster; the server's account must be able to pass through them. */
export function createParent(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

/**
 * The data directory's name in the server's processes. If it is below a directory that their account cannot enter, such
 * as /root, no path resolves; the processes start in it, and Linux resolves `.` there.
 */
export function serverPath(cluster: Pick<Cluster, 'dataDir' | 'user'>): string {
  const { dataDir, user } = cluster
  return user === undefined || canReach(user, dataDir) ? dataDir : '/proc/self/cwd'
}

/**
 * The environment of the server's processes: nothing from this process, which may hold secrets, and one language for
 * messages.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: SYSTEM_PATH, LC_ALL: 'C', TZ: 'UTC' }
}

function checkReachable(dataDir: string, user: ServerUser | undefined): void {
  if (process.platform === 'linux' || user === undefined || canReach(user, dataDir)) return
  throw new EmbeddedPostgresError(
    'embedded_postgres_unreachable',
    `PostgreSQL does not run as root, and the account it runs under (uid ${user.uid}) may not enter a directory above ` +
      `${dataDir}. Move the data directory elsewhere, allow others to pass (chmod o+x), or start as a plain user.`,
  )
}

function checkExisting(dataDir: string, version: string, major: number): void {
  if (version !== String(major)) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_wrong_version',
      `The database in ${dataDir} was made by PostgreSQL ${version}; this release brings ${major}, which cannot read it. ` +
        `Dump it with PostgreSQL ${version} (pg_dumpall) and restore it into an empty data directory, or serve it with ` +
        `PostgreSQL ${version} yourself (OpenAuth: set DATABASE_URL).`,
    )
  }
  const { uid, mode } = lstatSync(dataDir)
  const self = process.getuid?.()
  if (uid === 0 || (self !== 0 && self !== undefined && self !== uid)) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_owner',
      `The database in ${dataDir} belongs to uid ${uid}. Give it to the account that serves it (chown -R), with ` +
        `${dataDir}.password.`,
    )
  }
  if (self !== undefined && (mode & 0o077) !== 0) makePrivate(dataDir)
}

/**
 * Remains of a process that was killed during initdb. A cluster is renamed into place last, so these never hold data.
 */
function removeUnfinished(dataDir: string): void {
  const base = basename(dataDir)
  for (const name of readdirSync(dirname(dataDir))) {
    // Matches exactly the names that initdb uses here, so that a password backup beside the cluster is never deleted.
    if (!name.startsWith(`${base}.`) || !/^(init-|password\.)[0-9a-f]{12}$/.test(name.slice(base.length + 1))) continue
    try {
      rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 3, retryDelay: 20 })
    } catch {
      // Its initdb may still be dying; the next start tries again.
    }
  }
}

/** Runs initdb beside `dataDir` and renames the result into place. Returns the superuser's password. */
async function initialize(dataDir: string, user: ServerUser | undefined, binaries: Binaries): Promise<string> {
  const existing = lstatSync(dataDir, { throwIfNoEntry: false })
  if (existing !== undefined && (!existing.isDirectory() || readdirSync(dataDir).length > 0)) {
    throw new EmbeddedPostgresError(
      'embedded_postgres_not_a_cluster',
      `${dataDir} is not empty and holds no PostgreSQL database. Empty it, or set another directory.`,
    )
  }
  const password = randomBytes(32).toString('base64url')
  const unfinished = `${dataDir}.init-${randomBytes(6).toString('hex')}`
  createPrivateDirectory(unfinished, user)
  try {
    // Written before the cluster exists: a cluster without its password would be unusable.
    writePrivateFile(`${dataDir}.password`, `${password}\n`, user)
    await runInitdb(binaries, unfinished, `${dataDir}.password`, user)
    if (existing !== undefined) rmdirSync(dataDir)
    renameSync(unfinished, dataDir)
    syncDirectory(dirname(dataDir))
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw codeOf(error) === 'EBUSY' || codeOf(error) === 'EXDEV' ? mountPoint(dataDir, error) : error
  }
  return password
}

function mountPoint(dataDir: string, cause: unknown): Error {
  const message = `${dataDir} is itself a mounted volume. Mount the directory above it, or use a directory inside it.`
  return new EmbeddedPostgresError('embedded_postgres_mount_point', message, { cause })
}

async function runInitdb(binaries: Binaries, directory: string, passwordFile: string, user: ServerUser | undefined) {
  const path = serverPath({ dataDir: directory, user })
  // An unreachable password file is passed as an open descriptor; opening /dev/fd checks only the file's own mode.
  const password = openSync(passwordFile, constants.O_RDONLY)
  const passwordPath = path === directory ? passwordFile : '/proc/self/fd/3'
  const args = [`--pgdata=${path}`, `--pwfile=${passwordPath}`, `--username=${SUPERUSER}`, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--data-checksums', '--no-instructions')
  try {
    await runToEnd(binaries.initdb, args, directory, password, user)
  } finally {
    closeSync(password)
  }
}

/** @throws `embedded_postgres_initdb` with the end of the program's output */
function runToEnd(program: string, args: string[], cwd: string, fd: number, user: ServerUser | undefined) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe', fd],
      ...user,
    })
    let output = ''
    const append = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_LIMIT))
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.once('error', (error) => reject(cannotRun(program, error)))
    child.once('close', (status, signal) => {
      if (status === 0) return resolve()
      reject(initdbFailed(output.trim(), signal ?? `status ${status}`))
    })
  })
}

function initdbFailed(output: string, how: string): Error {
  const unnamed = output.includes('could not look up effective user ID')
  const next = unnamed
    ? '\nPostgreSQL needs an account with a name. Add one for this uid, or start under another account.'
    : ''
  return new EmbeddedPostgresError('embedded_postgres_initdb', `initdb failed (${how}):\n${output}${next}`)
}

/** The error of a program that could not be started. */
export function cannotRun(program: string, cause: Error): Error {
  return new EmbeddedPostgresError(
    'embedded_postgres_cannot_run',
    `${program} could not be started (${cause.message}). The built-in database needs a glibc system and a file system ` +
      `that allows programs to run. Otherwise ${USE_ANOTHER}.`,
    { cause },
  )
}

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, EmbeddedPostgresError, USE_ANOTHER } from './errors.ts'
import { canReach, canSearch, type ServerUser } from './server-user.ts'

/** A symbolic link at path `at` of the package to the file `to` beside it. */
export type Link = { at: string; to: string }

/**
 * A complete copy of the package's programs, with its library links, in a directory that only this account can write.
 * It is needed when the package was installed without scripts (no links) or below a directory like /root that the
 * server's account cannot enter. Created once per version (about 50 MB); a copy or cache directory of another account
 * is never used.
 * @param root the package
 * @param name the copy's directory, including the version
 * @param user the account that runs the programs; undefined for that of this process
 * @returns the copy, with the package's layout
 * @throws `embedded_postgres_cache` when no directory is usable
 */
export function cachedCopy(root: string, name: string, links: Link[], user: ServerUser | undefined): string {
  const problems: string[] = []
  for (const cache of cacheDirectories()) {
    try {
      prepareCache(cache, user)
      const copy = join(cache, name)
      if (!isComplete(copy, root)) makeCopy(root, copy, links)
      return copy
    } catch (error) {
      problems.push(`${cache}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new EmbeddedPostgresError(
    'embedded_postgres_cache',
    `The database programs could not be copied to any cache directory. Tried:\n  ${problems.join('\n  ')}\n` +
      `Make one of these writable, or ${USE_ANOTHER}.`,
  )
}

function cacheDirectories(): string[] {
  const uid = process.getuid?.()
  if (uid === undefined) return [join(homedir(), 'AppData', 'Local', 'openauth')]
  const shared = [`/var/tmp/openauth-${uid}`, join(tmpdir(), `openauth-${uid}`)]
  if (uid === 0) return ['/var/cache/openauth', ...shared]
  return [join(homedir(), '.cache', 'openauth'), ...shared]
}

function prepareCache(cache: string, user: ServerUser | undefined): void {
  if (process.getuid?.() === 0) makeDirectory(cache)
  else mkdirSync(cache, { recursive: true, mode: 0o700 })
  refuseForeign(cache)
  if (user !== undefined && !(canReach(user, cache) && canSearch(user, cache))) {
    throw new Error('the account of the database cannot enter it')
  }
}

/** Readable under any umask: the account that the server drops to reads root's cache. */
function makeDirectory(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return
  makeDirectory(dirname(path))
  mkdirSync(path)
  chmodSync(path, 0o755)
}

function refuseForeign(path: string): void {
  const uid = process.getuid?.()
  const found = lstatSync(path)
  if (!found.isDirectory()) throw new Error('it is not a directory')
  if (uid === undefined) return
  if (found.uid !== uid) throw new Error('it belongs to another account')
  if ((found.mode & 0o022) !== 0) throw new Error('other accounts may write in it')
}

/**
 * A copy is renamed into place only when complete, but a power failure can still truncate its files, so compares their
 * sizes.
 */
function isComplete(copy: string, root: string): boolean {
  if (lstatSync(copy, { throwIfNoEntry: false }) === undefined) return false
  refuseForeign(copy)
  return files(root).every((path) => {
    const found = lstatSync(join(copy, path), { throwIfNoEntry: false })
    return found?.size === lstatSync(join(root, path)).size
  })
}

function makeCopy(root: string, copy: string, links: Link[]): void {
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`
  try {
    for (const path of files(root)) copyFile(join(root, path), join(unfinished, path))
    for (const { at, to } of links) symlinkSync(to, join(unfinished, at))
    // One sync call for a thousand files. Where it is missing, isComplete detects what a power failure truncated.
    spawnSync('sync', ['-f', unfinished], { stdio: 'ignore' })
    install(unfinished, copy, root)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function install(unfinished: string, copy: string, root: string): void {
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST' && codeOf(error) !== 'EPERM') throw error
    // Another process was first, or an earlier copy is incomplete.
    if (isComplete(copy, root)) return
    rmSync(copy, { recursive: true, force: true })
    renameSync(unfinished, copy)
  }
}

function copyFile(from: string, to: string): void {
  makeDirectory(dirname(to))
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  // An install under umask 077 leaves files that only the installer may read.
  chmodSync(to, (lstatSync(from).mode & 0o111) === 0 ? 0o644 : 0o755)
}

/** The package's regular files that are needed to run it, relative to `root`: no static libraries, no links. */
function files(root: string, below = 'native'): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name)
    if (entry.isDirectory()) return files(root, path)
    return entry.isFile() && !entry.name.endsWith('.a') ? [path] : []
  })
}

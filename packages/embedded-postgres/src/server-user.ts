import { spawnSync } from 'node:child_process'
import { lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedPostgresError, USE_ANOTHER } from './errors.ts'

/** The account the database server runs under. */
export type ServerUser = { uid: number; gid: number }

/** Standard program directories, independent of this process's PATH. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin'

/**
 * The account to drop to, or undefined when the server runs as this process does. PostgreSQL refuses to run as root; an
 * existing cluster runs under its owner, a new one under `postgres`, else a system user `openauth`, else `nobody`.
 * @throws `embedded_postgres_user` when this is root and there is no account to drop to
 */
export function chooseServerUser(dataDir: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = lstatSync(dataDir, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = lookUp('postgres') ?? lookUp('openauth') ?? createSystemUser() ?? lookUp('nobody')
  if (user !== undefined) return user
  throw new EmbeddedPostgresError(
    'embedded_postgres_user',
    'PostgreSQL does not run as root and this system has no other account for it. ' +
      `Start the server as a plain user, or ${USE_ANOTHER}.`,
  )
}

/** Whether the account may enter every directory above `path`, by plain modes without access lists. */
export function canReach(user: ServerUser, path: string): boolean {
  const parent = dirname(path)
  return canSearch(user, parent) && (parent === path || canReach(user, parent))
}

/** Whether the account may search the directory, or execute the file, at `path`. */
export function canSearch(user: ServerUser, path: string): boolean {
  const { uid, gid, mode } = statSync(path)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return (mode & bit) !== 0
}

function lookUp(name: string): ServerUser | undefined {
  const uid = numericId('-u', name)
  const gid = numericId('-g', name)
  // A name that maps to uid 0 would be root again.
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid }
}

function numericId(option: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8', env: { PATH: SYSTEM_PATH } })
  const id = Number.parseInt(stdout ?? '', 10)
  return status === 0 && Number.isInteger(id) ? id : undefined
}

function createSystemUser(): ServerUser | undefined {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
  ]
  const { status } = spawnSync('useradd', [...options, 'openauth'], { stdio: 'ignore', env: { PATH: SYSTEM_PATH } })
  return status === 0 ? lookUp('openauth') : undefined
}

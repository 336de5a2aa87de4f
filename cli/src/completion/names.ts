import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { CliEnvironment, GlobalFlags } from '../cli-environment.ts'
import { openContext } from '../context.ts'
import { printable } from '../printable.ts'
import { replaceFile } from '../whole-file.ts'

/** Milliseconds in which the server answers, or nothing is completed. */
const PATIENCE = 1000
/** Milliseconds for which names are not asked for again. */
const FRESH_FOR = 60_000

interface Cached {
  at: number
  names: string[]
}

const cachePath = ({ env }: CliEnvironment, key: string): string => {
  const given = env['XDG_CACHE_HOME']
  const base = given && isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.cache')
  return join(base, 'openauth', `apps-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.json`)
}

const readCache = async (path: string): Promise<Cached | undefined> => {
  const { at, names } = JSON.parse(await readFile(path, 'utf8')) as Partial<Cached>
  return typeof at === 'number' && Array.isArray(names) ? { at, names } : undefined
}

const writeCache = async (path: string, cached: Cached): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, JSON.stringify(cached))
}

/** An environment that neither asks nor prints, and waits for the server for a moment only. */
const silent = (environment: CliEnvironment): CliEnvironment => ({
  ...environment,
  stdin: (async function* empty(): AsyncGenerator<string> {})(),
  stderr: { write: () => {} },
  fetch: (input, init) => environment.fetch(input, { ...init, signal: AbortSignal.timeout(PATIENCE) }),
})

/** One word of a command line each: what a terminal would interpret, or a shell take for a flag, is left out. */
const isWord = (text: string): boolean => text === printable(text) && !text.startsWith('-')

/** Names and ids of the apps of the server in use. A server that does not answer is not asked again for a while. */
export const appNames = async (given: CliEnvironment, globals: GlobalFlags): Promise<string[]> => {
  const environment = silent(given)
  const { target, call } = await openContext(environment, globals)
  const path = cachePath(environment, target.key)
  const cached = await readCache(path).catch(() => undefined)
  const age = Date.now() - (cached?.at ?? 0)
  if (cached && age >= 0 && age < FRESH_FOR) return cached.names
  const names = await call('apps', 'list').then(
    (apps) => (apps as { id: string; name: string }[]).flatMap(({ id, name }) => [name, id]).filter(isWord),
    () => cached?.names ?? [],
  )
  await writeCache(path, { at: Date.now(), names }).catch(() => {})
  return names
}

/** Names of the profiles. */
export const profileNames = async (given: CliEnvironment): Promise<string[]> =>
  Object.keys((await openContext(silent(given), { endpoint: 'http://localhost' })).saved.named ?? {})

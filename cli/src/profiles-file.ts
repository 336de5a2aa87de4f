import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { failed } from './failure.ts'
import { isRecord } from './fields.ts'
import { parseJson } from './parse-json.ts'
import { replaceFile } from './whole-file.ts'

/** What is saved of one session: of a server, or of a named profile. It is used there only. */
export interface SavedSession {
  token?: string | undefined
  /** Whether the token is in the system's keychain. */
  keychain?: true | undefined
  username?: string | undefined
  /** The app that commands use without --app. */
  app?: { id: string; name: string } | undefined
}

/** A server under a name. */
export interface NamedProfile {
  endpoint: string
  production?: true | undefined
}

export interface Settings {
  endpoint?: string | undefined
  'token-store'?: 'auto' | 'keychain' | 'file' | undefined
  browser?: 'auto' | 'never' | undefined
}

export interface ProfilesFile {
  /** Sessions by server, or by server and profile: `https://auth.example.com#work`. */
  profiles: Record<string, SavedSession>
  named?: Record<string, NamedProfile> | undefined
  /** The named profile of commands that name none. */
  current?: string | undefined
  settings?: Settings | undefined
  /** Whether the operator was told that tokens are in this file. */
  noted?: true | undefined
}

type Guard = (value: unknown) => boolean

const isText: Guard = (value) => typeof value === 'string'
const isTrue: Guard = (value) => value === true
const orAbsent =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value)
const oneOf =
  (...values: readonly string[]): Guard =>
  (value) =>
    values.includes(value as string)
const eachIs =
  (guard: Guard): Guard =>
  (value) =>
    isRecord(value) && Object.values(value).every(guard)
const hasFields =
  (guards: Readonly<Record<string, Guard>>): Guard =>
  (value) =>
    isRecord(value) && Object.entries(guards).every(([key, guard]) => guard(value[key]))

/** What each setting may be. */
export const settingGuards: Readonly<Record<keyof Settings, Guard>> = {
  endpoint: isText,
  'token-store': oneOf('auto', 'keychain', 'file'),
  browser: oneOf('auto', 'never'),
}

const isSession = hasFields({
  token: orAbsent(isText),
  keychain: orAbsent(isTrue),
  username: orAbsent(isText),
  app: orAbsent(hasFields({ id: isText, name: isText })),
})

const isSettings = hasFields(
  Object.fromEntries(Object.entries(settingGuards).map(([key, guard]) => [key, orAbsent(guard)])),
)

/** Whether a value is a profiles file. Each command reads it, so that this is written without schemas. */
const isProfilesFile = hasFields({
  profiles: eachIs(isSession),
  named: orAbsent(eachIs(hasFields({ endpoint: isText, production: orAbsent(isTrue) }))),
  current: orAbsent(isText),
  settings: orAbsent(isSettings),
  noted: orAbsent(isTrue),
})

/** The path of the profiles file, by the XDG base directory specification: a relative XDG_CONFIG_HOME is ignored. */
export const profilesPath = (env: Record<string, string | undefined>): string => {
  const given = env['XDG_CONFIG_HOME']
  const base = given && isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.config')
  return join(base, 'openauth', 'profiles.json')
}

const hasModes = process.platform !== 'win32'

/** Removes other accounts' rights from a path; returns whether there were any. Throws if another account owns the path. */
const makePrivate = async (path: string, mode: number): Promise<boolean> => {
  if (!hasModes) return false
  const found = await stat(path)
  if (found.uid !== process.getuid?.())
    throw failed(`${path} belongs to another account. Tokens are neither read from it nor written to it`)
  if ((found.mode & 0o077) === 0) return false
  await chmod(path, mode)
  return true
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Reads the file and makes it private; without a file there is nothing saved. */
export const readProfilesFile = async (path: string, warn: (line: string) => void): Promise<ProfilesFile> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw failed(`${path} cannot be read: ${(error as Error).message}`)
  })
  if (text === undefined) return { profiles: {} }
  await makePrivate(dirname(path), 0o700)
  if (await makePrivate(path, 0o600))
    warn(`Other accounts could read ${path}; it is private now. Its tokens may be compromised: openauth logout`)
  const file = parseJson(text)
  if (!isProfilesFile(file)) throw failed(`${path} is damaged. Move it away and sign in again: openauth login`)
  return file as ProfilesFile
}

const writeProfilesFile = async (path: string, file: ProfilesFile): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await makePrivate(dirname(path), 0o700)
  await replaceFile(path, `${JSON.stringify(file, null, 2)}\n`)
}

/** Reads the file again, changes it and writes it. */
export const changeProfilesFile = async (
  path: string,
  change: (file: ProfilesFile) => ProfilesFile,
): Promise<ProfilesFile> => {
  const next = change(await readProfilesFile(path, () => {}))
  await writeProfilesFile(path, next)
  return next
}

import { chmod, mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { failed } from './failure.ts'
import { parseJson } from './parse-json.ts'
import { replaceFile } from './whole-file.ts'

/** What is saved of one session: of a server, or of a named profile. It is used there only. */
const SavedSession = z.object({
  token: z.string().optional(),
  /** Whether the token is in the system's keychain. */
  keychain: z.literal(true).optional(),
  username: z.string().optional(),
  app: z.object({ id: z.string(), name: z.string() }).optional().describe('the app that commands use without --app'),
})
export type SavedSession = z.output<typeof SavedSession>

/** A server under a name. */
const NamedProfile = z.object({ endpoint: z.string(), production: z.literal(true).optional() })
export type NamedProfile = z.output<typeof NamedProfile>

export const Settings = z.object({
  endpoint: z.string().optional(),
  'token-store': z.enum(['auto', 'keychain', 'file']).optional(),
  browser: z.enum(['auto', 'never']).optional(),
})
export type Settings = z.output<typeof Settings>

const ProfilesFile = z.object({
  /** Sessions by server, or by server and profile: `https://auth.example.com#work`. */
  profiles: z.record(z.string(), SavedSession),
  named: z.record(z.string(), NamedProfile).optional(),
  /** The named profile of commands that name none. */
  current: z.string().optional(),
  settings: Settings.optional(),
  /** Whether the operator was told that tokens are in this file. */
  noted: z.literal(true).optional(),
})
export type ProfilesFile = z.output<typeof ProfilesFile>

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
  const parsed = ProfilesFile.safeParse(parseJson(text))
  if (!parsed.success) throw failed(`${path} is damaged. Move it away and sign in again: openauth login`)
  return parsed.data
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

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { failed } from './failure.ts'

/** The saved state of one server; it is used with that server only. */
const Profile = z.object({
  token: z.string().optional(),
  username: z.string().optional(),
  app: z.object({ id: z.string(), name: z.string() }).optional().describe('the app that commands use without --app'),
})
export type Profile = z.output<typeof Profile>
export type ChosenApp = NonNullable<Profile['app']>

const ProfilesFile = z.object({ profiles: z.record(z.string(), Profile) })
type Profiles = Record<string, Profile>

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

const readProfiles = async (path: string, warn: (line: string) => void): Promise<Profiles> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw failed(`${path} cannot be read: ${(error as Error).message}`)
  })
  if (text === undefined) return {}
  await makePrivate(dirname(path), 0o700)
  if (await makePrivate(path, 0o600))
    warn(`Other accounts could read ${path}; it is private now. Its tokens may be compromised: openauth logout`)
  const parsed = ProfilesFile.safeParse(parseJson(text))
  if (!parsed.success) throw failed(`${path} is damaged. Move it away and sign in again: openauth login`)
  return parsed.data.profiles
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a temporary file and renames it, so that readers and crashes see either the old file or the new one. */
const writeProfiles = async (path: string, profiles: Profiles): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await makePrivate(dirname(path), 0o700)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ profiles }, null, 2)}\n`)
    await file.sync()
    await file.close()
    await rename(draft, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** Reads the saved profile of a server; empty if there is none. */
export const readProfile = async (path: string, endpoint: string, warn: (line: string) => void): Promise<Profile> =>
  (await readProfiles(path, warn))[endpoint] ?? {}

/** Replaces the saved profile of a server; an empty profile is removed. */
export const saveProfile = async (
  path: string,
  endpoint: string,
  profile: Profile,
  warn: (line: string) => void,
): Promise<void> => {
  const { [endpoint]: _, ...others } = await readProfiles(path, warn)
  const isEmpty = Object.values(profile).every((value) => value === undefined)
  await writeProfiles(path, isEmpty ? others : { ...others, [endpoint]: profile })
}

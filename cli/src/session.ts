import type { CliEnvironment } from './cli-environment.ts'
import { failed } from './failure.ts'
import type { Output } from './output.ts'
import { changeProfilesFile, type ProfilesFile, type SavedSession } from './profiles-file.ts'

/** The saved state of a session, with its token wherever that is stored. */
export type Profile = SavedSession
export type ChosenApp = NonNullable<Profile['app']>

/** Where a session is saved. */
export interface SessionPlace {
  environment: Pick<CliEnvironment, 'keychain'>
  out: Pick<Output, 'note' | 'warn'>
  path: string
  /** The key of the session in the file, and its account in the keychain. */
  key: string
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Reads a token from the keychain. One that does not answer is no session: commands that need none still work. */
const readToken = async ({ environment, out, key }: SessionPlace): Promise<string | undefined> => {
  try {
    const token = await (await environment.keychain?.())?.read(key)
    if (token === undefined)
      out.warn("The session's token is not in the system's keychain any more. Run: openauth login")
    return token
  } catch (error) {
    out.warn(
      `The system's keychain, which holds the session's token, does not answer: ${reasonOf(error)}. Unlock it and try again`,
    )
    return undefined
  }
}

/** Reads a saved session; empty if there is none. `withToken` is false where another token is used. */
export const readSession = async (place: SessionPlace, file: ProfilesFile, withToken: boolean): Promise<Profile> => {
  const saved = file.profiles[place.key] ?? {}
  if (!saved.keychain || !withToken) return saved
  const token = await readToken(place)
  return token === undefined ? saved : { ...saved, token }
}

/** Stores a token in the keychain if there is one that answers, else in the file, of which the operator is told once. */
const storeToken = async (
  { environment, out, path, key }: SessionPlace,
  file: ProfilesFile,
  token: string,
): Promise<Pick<ProfilesFile, 'noted'> & { stored: Pick<SavedSession, 'token' | 'keychain'> }> => {
  const wanted = file.settings?.['token-store'] ?? 'auto'
  if (wanted === 'file' || !environment.keychain) return { stored: { token } }
  try {
    const keychain = await environment.keychain()
    if (!keychain) throw new Error('there is none')
    await keychain.write(key, token)
    return { stored: { keychain: true } }
  } catch (error) {
    if (wanted === 'keychain')
      throw failed(`The system's keychain cannot store the token: ${reasonOf(error)}`, [
        'To store it in a file that only you can read: openauth config set token-store file',
      ])
    if (!file.noted)
      out.note(`No keychain of the system answers: the token is stored in ${path}, which only you can read.`)
    return { stored: { token }, noted: true }
  }
}

/** Removes the token of a session from the keychain; the server has ended it, so that a leftover is worth nothing. */
const removeToken = async ({ environment, key, out }: SessionPlace): Promise<void> => {
  await (
    await environment.keychain?.()
  )
    ?.remove(key)
    .catch((error: unknown) => out.warn(`The token stays in the system's keychain: ${reasonOf(error)}`))
}

/** Where the token of the next state is; what has not changed stays where it is. */
const placeToken = async (
  place: SessionPlace,
  file: ProfilesFile,
  { now, next }: { now: Profile; next: Profile },
): ReturnType<typeof storeToken> => {
  const { token, keychain } = file.profiles[place.key] ?? {}
  const isSame = next.token === now.token && next.keychain === now.keychain
  if (isSame) return { stored: { ...(token === undefined ? {} : { token }), ...(keychain ? { keychain } : {}) } }
  if (next.token !== undefined) return storeToken(place, file, next.token)
  if (keychain) await removeToken(place)
  return { stored: {} }
}

/** Replaces a saved session; an empty one is removed. `now` is what was read. */
export const saveSession = async (
  place: SessionPlace,
  file: ProfilesFile,
  states: { now: Profile; next: Profile },
): Promise<void> => {
  const { token: _, keychain: __, ...rest } = states.next
  const { stored, noted } = await placeToken(place, file, states)
  await changeProfilesFile(place.path, (before) => {
    const { [place.key]: ___, ...others } = before.profiles
    const saved = { ...stored, ...rest }
    const isEmpty = Object.values(saved).every((value) => value === undefined)
    return { ...before, profiles: isEmpty ? others : { ...others, [place.key]: saved }, ...(noted ? { noted } : {}) }
  })
}

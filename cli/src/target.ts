import { DEFAULT_ENDPOINT, endpointOf } from './endpoint.ts'
import { wrongUse } from './failure.ts'
import type { GlobalFlags } from './cli-environment.ts'
import type { NamedProfile, ProfilesFile } from './profiles-file.ts'

/** Which server a command is for. */
export interface Target {
  endpoint: string
  /** The named profile in use. */
  name?: string
  /** Whether the server is that of a production profile, by whatever name it was reached. */
  isProduction: boolean
  /** The key of its session. */
  key: string
  /** What the address comes from. */
  source: string
}

/** The form of profiles' names. */
export const isProfileName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name)

const namedProfile = ({ named = {} }: ProfilesFile, name: string): NamedProfile => {
  const found = Object.hasOwn(named, name) ? named[name] : undefined
  if (found) return found
  const names = Object.keys(named)
  const known = names.length > 0 ? `There are: ${names.join(', ')}` : 'There are none yet'
  throw wrongUse(`There is no profile “${name}”. ${known}. To add it: openauth profiles add ${name} --server <url>`)
}

/** What names the server, in the order in which it counts: flags, the environment, what was saved. */
const givenBy = (
  { endpoint, profile }: Pick<GlobalFlags, 'endpoint' | 'profile'>,
  env: Record<string, string | undefined>,
  { current, settings }: ProfilesFile,
): { source: string; endpoint?: string; name?: string } => {
  if (endpoint !== undefined && profile !== undefined) throw wrongUse('Give --endpoint or --profile, not both')
  if (endpoint !== undefined) return { source: '--endpoint', endpoint }
  if (profile !== undefined) return { source: '--profile', name: profile }
  if (env['OPENAUTH_ENDPOINT']) return { source: 'OPENAUTH_ENDPOINT', endpoint: env['OPENAUTH_ENDPOINT'] }
  if (env['OPENAUTH_PROFILE']) return { source: 'OPENAUTH_PROFILE', name: env['OPENAUTH_PROFILE'] }
  if (current !== undefined) return { source: 'openauth profiles use', name: current }
  if (settings?.endpoint !== undefined) return { source: 'openauth config', endpoint: settings.endpoint }
  return { source: 'default', endpoint: DEFAULT_ENDPOINT }
}

/** Finds the server of a command. Throws wrong use for a profile that does not exist. */
export const targetOf = (
  globals: Pick<GlobalFlags, 'endpoint' | 'profile'>,
  env: Record<string, string | undefined>,
  file: ProfilesFile,
): Target => {
  const { source, name, endpoint: given } = givenBy(globals, env, file)
  const endpoint = endpointOf(name === undefined ? given! : namedProfile(file, name).endpoint)
  const isProduction = Object.values(file.named ?? {}).some(
    (profile) => profile.production === true && profile.endpoint === endpoint,
  )
  // An address carries no fragment, so that no server and no other profile has the same key.
  const key = name === undefined ? endpoint : `${endpoint}#${name}`
  return { endpoint, ...(name === undefined ? {} : { name }), isProduction, key, source }
}

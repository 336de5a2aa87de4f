import { openContext, type Context } from '../context.ts'
import { endpointOf, isExposed } from '../endpoint.ts'
import { wrongUse } from '../failure.ts'
import { changeProfilesFile, type NamedProfile, type ProfilesFile, profilesPath } from '../profiles-file.ts'
import { isProfileName, targetOf } from '../target.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'
import { logout } from './session.ts'

const change = ({ environment }: Context, edit: (file: ProfilesFile) => ProfilesFile) =>
  changeProfilesFile(profilesPath(environment.env), edit)

/** Lists the named profiles. */
export const list: RunTask = async ({ saved, out }) => {
  const rows = Object.entries(saved.named ?? {}).map(([name, { endpoint, production = false }]) => {
    const session = saved.profiles[targetOf({ profile: name }, {}, saved).key] ?? {}
    const signedIn = session.token !== undefined || session.keychain ? (session.username ?? 'yes') : null
    return {
      name,
      server: endpoint,
      production,
      app: session.app?.name ?? null,
      signedIn,
      current: saved.current === name,
    }
  })
  const columns = ['name', 'server', 'production', 'app', 'signedIn', 'current']
  out.data(rows, { ...plainView, columns, empty: 'There are no profiles. Add one with: openauth profiles add' })
}

/** Adds a profile or changes one. Another server gets a session of its own: none is sent to a server it is not from. */
export const add: RunTask = async (context, { args: [name = ''], options }) => {
  if (!isProfileName(name)) throw wrongUse('The name of a profile has letters, digits, hyphens, dots and underscores')
  const before = context.saved.named?.[name]
  const server = options['server'] as string | undefined
  if (server === undefined && !before) throw wrongUse('Which server? Give it with --server')
  const endpoint = server === undefined ? before!.endpoint : endpointOf(server)
  const production = (options['production'] as boolean | undefined) ?? before?.production ?? false
  const profile: NamedProfile = { endpoint, ...(production ? { production: true } : {}) }
  await change(context, (file) => ({ ...file, named: { ...file.named, [name]: profile } }))
  if (isExposed(endpoint))
    context.out.warn(`${endpoint} is plain http: credentials can be read on the network. Use https`)
  context.out.note(`The profile “${name}” is ${endpoint}${production ? ', a production server' : ''}.`)
  if (!before) context.out.note(`Next: openauth login --profile ${name}`)
}

/** Chooses the profile of commands that name none. */
export const use: RunTask = async (context, { argument: name, options: { none } }) => {
  if ((name === undefined) === (none === undefined)) throw wrongUse('Give a profile, or --none for none')
  if (name !== undefined) targetOf({ profile: name }, {}, context.saved)
  await change(context, (file) => {
    const { current: _, ...rest } = file
    return name === undefined ? rest : { ...rest, current: name }
  })
  context.out.note(name === undefined ? 'No profile is chosen now.' : `Commands use the profile “${name}” now.`)
}

/** Ends the session of a profile and removes it. */
export const remove: RunTask = async (context, { args: [name = ''], options }) => {
  const { key } = targetOf({ profile: name }, {}, context.saved)
  const { OPENAUTH_TOKEN: _, ...env } = context.environment.env
  const { endpoint: __, ...globals } = context.globals
  const own = await openContext({ ...context.environment, env }, { ...globals, profile: name })
  if (own.token !== undefined) await logout(own, { argument: undefined, args: [], options })
  await change(context, (file) => {
    const { [name]: ___, ...named } = file.named ?? {}
    const { [key]: ____, ...sessions } = file.profiles
    const { current, ...rest } = file
    return { ...rest, named, profiles: sessions, ...(current === undefined || current === name ? {} : { current }) }
  })
  context.out.note(`The profile “${name}” is removed.`)
}

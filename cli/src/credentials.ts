import { findApp, resolveApp } from './app-choice.ts'
import { isBearerToken } from './bearer.ts'
import type { Credential } from './call-failure.ts'
import type { Context } from './context.ts'
import { exitCodes, Failure, wrongUse } from './failure.ts'
import type { CommandSpec } from './command-spec.ts'
import { readText } from './standard-input.ts'
import { isInteractive } from './cli-environment.ts'

/** The options that select the credential of a call. */
export interface CredentialOptions {
  /** The id or name of the app in whose place a partner's call is made. */
  app?: string
  appSecretStdin?: true
  userTokenStdin?: true
  /** The id of the user in whose name an admin calls, and why. */
  asUser?: string
  reason?: string
}

const variables = { app: 'OPENAUTH_APP_SECRET', user: 'OPENAUTH_USER_TOKEN' } as const

const checked = (value: string, kind: Credential['kind'], source: string): Credential => {
  if (value === '') throw wrongUse(`The ${kind === 'app' ? 'app secret' : 'user token'} ${source} is empty`)
  if (!isBearerToken(value))
    throw wrongUse(
      kind === 'app' ? `What is ${source} is not an app secret (oa_…)` : `What is ${source} is not a user token`,
    )
  return { kind, value, source }
}

const fromStandardInput = async (context: Context, kind: 'app' | 'user'): Promise<Credential> => {
  const { environment } = context
  if (isInteractive(environment)) {
    const label = kind === 'app' ? 'App secret' : 'User token'
    return checked(await environment.prompts.secret({ label }), kind, 'typed here')
  }
  return checked((await readText(environment, '-')).trim(), kind, 'on standard input')
}

const fromEnvironment = ({ environment }: Context, kind: 'app' | 'user'): Credential | undefined => {
  const value = environment.env[variables[kind]]?.trim()
  return value ? checked(value, kind, `in ${variables[kind]}`) : undefined
}

/** Reveals the secret of an app by the admin session. The server audits that; the secret is used once and not kept. */
const byAdminSession = async (context: Context, given: string | undefined): Promise<Credential> => {
  const app = given === undefined ? context.profile.app : await findApp(context, given)
  if (!app)
    throw wrongUse(
      'Which app? Name it with --app, or give its secret in OPENAUTH_APP_SECRET or with --app-secret-stdin',
    )
  const { appSecret } = (await context.call('apps', 'secret', { id: app.id })) as { appSecret: string }
  context.out.note(`Called as the app “${app.name}”, with its secret by your session. The audit has the reveal.`)
  return { kind: 'app', value: appSecret, source: `of “${app.name}”` }
}

const appSecretFor = async (context: Context, { app, appSecretStdin }: CredentialOptions): Promise<Credential> => {
  if (appSecretStdin && app !== undefined)
    throw wrongUse('--app and --app-secret-stdin exclude each other. Give one of them')
  if (appSecretStdin) return fromStandardInput(context, 'app')
  const given = app === undefined ? fromEnvironment(context, 'app') : undefined
  if (given) return given
  if (context.token !== undefined) return byAdminSession(context, app)
  throw new Failure(
    exitCodes.notSignedIn,
    'An app secret is needed. Give it in OPENAUTH_APP_SECRET or with --app-secret-stdin, or sign in with openauth login and name the app with --app',
  )
}

/** Begins to act in the name of a user, for one call: the server gives no less than a minute. It audits that, and tells the user. */
const asUser = async (context: Context, id: string, { app, reason, userTokenStdin }: CredentialOptions) => {
  if (userTokenStdin) throw wrongUse('--as-user and --user-token-stdin exclude each other. Give one of them')
  if (!reason) throw wrongUse('Give --reason with --as-user: why you look, for the audit')
  const appId = await resolveApp(context, app)
  const begun = await context.call('users', 'impersonate', { appId, id, reason, minutes: 1 })
  context.out.note('Called in the name of the user by your session. The user is told, and the audit has it.')
  return { kind: 'user', value: (begun as { token: string }).token, source: `of support to ${id}` } as const
}

const userTokenFor = async (context: Context, options: CredentialOptions): Promise<Credential> => {
  const { userTokenStdin, asUser: id } = options
  if (id !== undefined) return asUser(context, id, options)
  if (options.app !== undefined || options.reason !== undefined)
    throw wrongUse('--app and --reason belong to --as-user <id>')
  const given = userTokenStdin ? await fromStandardInput(context, 'user') : fromEnvironment(context, 'user')
  if (given) return given
  throw new Failure(
    exitCodes.notSignedIn,
    'A user token is needed. Give it in OPENAUTH_USER_TOKEN or with --user-token-stdin. A login issues one: openauth user login --help',
  )
}

/** The credential of a command's calls; undefined where that is the admin session, or none is needed. */
export const credentialFor = async (
  context: Context,
  { auth }: CommandSpec,
  options: CredentialOptions,
): Promise<Credential | undefined> => {
  if (auth === 'app') return appSecretFor(context, options)
  return auth === 'user' ? userTokenFor(context, options) : undefined
}

import { type Check, checkOf } from '../check-value.ts'
import type { Context } from '../context.ts'
import { exitCodes, failed, Failure, notSignedIn, wrongUse } from '../failure.ts'
import { flagsOf } from '../flags-of.ts'
import { routeOf } from '../route-of.ts'
import { askSecret, readPassword, readSecret, secretFromEnvironment } from '../secret-input.ts'
import type { RunTask } from '../task.ts'
import { keepSession } from './keep-session.ts'
import { plainView } from '../view.ts'
import { isInteractive } from '../cli-environment.ts'

interface Credentials {
  username: string
  password: string
}

const readUsername = async ({ environment }: Context, given: unknown, check: Check): Promise<string> => {
  if (typeof given === 'string') return given
  if (!isInteractive(environment))
    throw wrongUse('A username is needed, and there is no terminal to prompt on. Give it with --username')
  return environment.prompts.text({ label: 'Username', check })
}

/** Reads the username and password of a route and validates them against the contract. */
const readCredentials = async (
  context: Context,
  options: Record<string, unknown>,
  { verb, isNew }: { verb: 'create' | 'login'; isNew: boolean },
): Promise<Credentials> => {
  const checks = { username: checkOf('setup', verb, 'username'), password: checkOf('setup', verb, 'password') }
  const flag = flagsOf(routeOf('setup', verb)).find(({ key }) => key === 'password')!
  const username = await readUsername(context, options['username'], checks.username)
  const password = await readPassword(context, options, { flag, loadCheck: async () => checks.password, isNew })
  for (const [key, value] of [
    ['username', username],
    ['password', password],
  ] as const) {
    const problem = checks[key](value)
    if (problem) throw wrongUse(`The ${key} ${problem}`)
  }
  return { username, password }
}

/** A secret that the server asks for in some cases only, and the error with which it does. */
interface Demanded {
  verb: 'create' | 'login'
  key: 'setupCode' | 'code'
  error: string
}

/** Makes a call with credentials. If the server demands a further secret that was not given, prompts for it and tries again. */
const callWith = async <T>(
  context: Context,
  options: Record<string, unknown>,
  credentials: Credentials,
  { verb, key, error: demand }: Demanded,
): Promise<T> => {
  const flag = flagsOf(routeOf('setup', verb)).find((each) => each.key === key)!
  const question = { flag, isNew: false }
  const given = options[key] as string | true | undefined
  const first = given === undefined ? secretFromEnvironment(context, flag) : await readSecret(context, question, given)
  const call = (secret: string | null | undefined) =>
    context.call('setup', verb, { ...credentials, ...(secret ? { [key]: secret } : {}) }) as Promise<T>
  try {
    return await call(first)
  } catch (error) {
    const isDemanded = error instanceof Failure && error.code === demand
    if (!isDemanded || first || !isInteractive(context.environment)) throw error
    context.out.note(error.message)
    return call(await askSecret(context, question))
  }
}

const signIn = async (context: Context, options: Record<string, unknown>, credentials: Credentials): Promise<void> => {
  const demanded = { verb: 'login', key: 'code', error: 'second_factor_required' } as const
  const { token } = await callWith<{ token: string }>(context, options, credentials, demanded)
  await keepSession(context, { token, username: credentials.username })
}

/** Creates the first admin. */
const createFirstAdmin = (context: Context, options: Record<string, unknown>, credentials: Credentials) =>
  callWith(context, options, credentials, { verb: 'create', key: 'setupCode', error: 'setup_code_required' })

/** Creates the first admin and signs in. */
export const setup: RunTask = async (context, { options }) => {
  const { initialized } = (await context.call('setup', 'config')) as { initialized: boolean }
  if (initialized) throw failed(`${context.endpoint} is set up already. Run: openauth login`)
  if (isInteractive(context.environment)) context.out.note(`The first admin of ${context.endpoint}:`)
  const credentials = await readCredentials(context, options, { verb: 'create', isNew: true })
  await createFirstAdmin(context, options, credentials)
  await signIn(context, {}, credentials)
}

/** Signs in by password, or with --web in the console, and saves the session. */
export const login: RunTask = async (context, given) => {
  const { options } = given
  if (options['web']) return (await import('./web-login.ts')).loginByWeb(context, given)
  if (isInteractive(context.environment)) context.out.note(`Sign in to ${context.endpoint}:`)
  await signIn(context, options, await readCredentials(context, options, { verb: 'login', isNew: false }))
}

const endOnServer = async ({ call, out }: Context): Promise<void> => {
  try {
    await call('setup', 'logout')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.exitCode === exitCodes.notSignedIn) return out.note('The server had ended the session already.')
    throw new Failure(error.exitCode, error.message, {
      details: ['The session has not ended. To remove its token here only: openauth logout --local'],
      requestId: error.requestId,
    })
  }
}

/** Ends the session on the server, then removes its token here. */
export const logout: RunTask = async (context, { options: { local } }) => {
  const { token, endpoint, profile, out, environment } = context
  if (!token && !profile.keychain) throw notSignedIn(endpoint)
  if (!token && !local)
    throw new Failure(
      exitCodes.notSignedIn,
      'The token of the saved session cannot be read, so that the server cannot end it',
      {
        details: ['Unlock the keychain and try again. To remove the session here only: openauth logout --local'],
      },
    )
  if (!local) await endOnServer(context)
  // OPENAUTH_TOKEN is not the saved token, which stays.
  if (!environment.env['OPENAUTH_TOKEN'])
    await context.save({ ...profile, token: undefined, keychain: undefined, username: undefined })
  out.note(`Signed out of ${endpoint}.`)
}

/** Shows whose session is in use. */
export const whoami: RunTask = async ({ call, out, endpoint }) => {
  const admin = (await call('setup', 'whoami')) as Record<string, unknown>
  out.data({ ...admin, endpoint }, plainView)
}

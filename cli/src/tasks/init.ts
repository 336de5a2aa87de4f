import type { LoginMethod } from '@openauth/client'
import { loginMethods, switchOf } from '@openauth/client/light'
import { isInteractive } from '../cli-environment.ts'
import { checkOf } from '../check-value.ts'
import { openContext, type Context } from '../context.ts'
import { exitCodes, Failure, wrongUse } from '../failure.ts'
import { flagsOf } from '../flags-of.ts'
import { routeOf } from '../route-of.ts'
import { readOrAskSecret } from '../secret-input.ts'
import type { RunTask } from '../task.ts'
import { plainView, type Row } from '../view.ts'
import { login, setup } from './session.ts'

type Given = Parameters<RunTask>[1]
type Options = Given['options']

const isSignedIn = async ({ token, call }: Context): Promise<boolean> => {
  if (!token) return false
  return call('setup', 'whoami').then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure && error.exitCode === exitCodes.notSignedIn) return false
      throw error
    },
  )
}

/** Creates the first admin or signs in, and returns the context of the session. */
const enter = async (context: Context, given: Given): Promise<Context> => {
  const { initialized } = (await context.call('setup', 'config')) as { initialized: boolean }
  if (initialized && (await isSignedIn(context))) return context
  // The result that is printed is init's own.
  await (initialized ? login : setup)({ ...context, isDocument: false }, given)
  return openContext(context.environment, context.globals)
}

const nameOfApp = async (context: Context, options: Options, apps: Row[]): Promise<string> => {
  const { profile, environment } = context
  const given = options['appName'] as string | undefined
  if (given !== undefined) return given
  const known = apps.find(({ id }) => id === profile.app?.id) ?? (apps.length === 1 ? apps[0] : undefined)
  if (known) return String(known['name'])
  if (!isInteractive(environment))
    throw wrongUse('Which app? Give --app-name; it is created if there is none of this name')
  const check = checkOf('apps', 'create', 'name')
  return environment.prompts.text({ label: 'Name of the app', check })
}

/** Finds or creates the app, and saves it for commands without --app. */
const chooseApp = async (context: Context, options: Options): Promise<Row> => {
  const apps = (await context.call('apps', 'list')) as Row[]
  const name = await nameOfApp(context, options, apps)
  const found = apps.find((app) => app['name'] === name || app['id'] === name)
  const app = found ?? ((await context.call('apps', 'create', { name })) as Row)
  context.out.note(found ? `The app “${String(app['name'])}” is there already.` : `The app “${name}” is created.`)
  await context.save({ ...context.profile, app: { id: String(app['id']), name: String(app['name']) } })
  return app
}

const methodsOf = (app: Row): LoginMethod[] => loginMethods.filter((method) => app[switchOf[method]] === true)

/** Switches a login method on: the one that is given, or username for an app that has none. */
const switchOn = async ({ call, out }: Context, options: Options, app: Row): Promise<LoginMethod[]> => {
  const given = options['loginMethod'] as string | undefined
  const on = methodsOf(app)
  if (given === undefined && on.length > 0) return on
  const method = loginMethods.find((candidate) => candidate === (given ?? 'username'))
  if (!method) throw wrongUse(`There is no login method “${given}”. There are: ${loginMethods.join(', ')}`)
  if (on.includes(method)) return on
  await call('apps', 'update', { id: app['id'], [switchOf[method]]: true })
  out.note(`Login by ${method} is switched on. What it needs: openauth login-methods get ${method}`)
  return [...on, method]
}

const nameOfUser = async ({ environment }: Context, given: unknown): Promise<string | undefined> => {
  if (typeof given === 'string') return given
  if (!isInteractive(environment)) return undefined
  const summary = 'Create a test user, which shows that logins work'
  if (!(await environment.prompts.confirm({ summary, subjects: [] }))) return undefined
  const check = checkOf('login', 'username', 'username')
  return environment.prompts.text({ label: 'Name of the test user', check })
}

/** Registers a user as a page of the app would. */
const createTestUser = async (context: Context, options: Options, app: Row): Promise<string | undefined> => {
  const username = await nameOfUser(context, options['testUser'])
  if (username === undefined) return undefined
  const found = flagsOf(routeOf('login', 'username')).find(({ key }) => key === 'password')!
  // Not from OPENAUTH_PASSWORD, which is the admin's.
  const flag = { ...found, key: 'testPassword', name: 'test-password' }
  const question = { flag, loadCheck: async () => checkOf('login', 'username', 'password'), isNew: true }
  const given = options['testPassword'] as string | true | undefined
  const password = await readOrAskSecret(context, question, given)
  try {
    await context.call('login', 'username', { appId: app['id'], username, password, type: 'register' })
    context.out.note(`The user “${username}” is registered and has logged in.`)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'username_exists') throw error
    context.out.note(`The user “${username}” is there already.`)
  }
  return username
}

/** Takes a server from its start to a user who can log in. */
export const init: RunTask = async (started, given) => {
  const { options } = given
  const context = await enter(started, given)
  const app = await chooseApp(context, options)
  const methods = await switchOn(context, options, app)
  const testUser = methods.includes('username') ? await createTestUser(context, options, app) : undefined
  const { endpoint } = context
  const { username: admin } = (await context.call('setup', 'whoami')) as { username: string }
  const shown = {
    server: endpoint,
    admin,
    app: app['name'],
    appId: app['id'],
    loginMethods: methods,
    testUser: testUser ?? null,
  }
  context.out.data({ ...shown, loginPage: `${endpoint}/login` }, plainView)
  context.out.note('Next: openauth open login, openauth users list, openauth apps secret')
}

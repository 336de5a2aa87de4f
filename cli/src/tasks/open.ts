import { findApp } from '../app-choice.ts'
import { tryBrowser } from '../browser.ts'
import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import type { RunTask } from '../task.ts'

interface PlayerConfig {
  app: { id: string; name: string } | null
}

/** The login page of a server is that of one app. */
const loginPage = async (context: Context, app: string | undefined): Promise<string> => {
  const { endpoint, call } = context
  const { app: served } = (await call('player', 'config')) as PlayerConfig
  if (!served) throw failed(`${endpoint} has no app yet. Create one with: openauth apps create`)
  const wanted =
    app === undefined ? served : served.name === app || served.id === app ? served : await findApp(context, app)
  if (wanted.id !== served.id)
    throw failed(`The login page of ${endpoint} is that of the app “${served.name}”`, [
      'Another app has it where the server is started with PLAYER_APP_ID. Or log in from pages of your own.',
    ])
  return `${endpoint}/login`
}

const addresses: Record<string, (context: Context, app: string | undefined) => Promise<string>> = {
  console: async (context, app) =>
    `${context.endpoint}/console/${app === undefined ? '' : `apps/${(await findApp(context, app)).id}`}`,
  docs: async ({ endpoint }) => `${endpoint}/docs`,
  login: loginPage,
}

/** Opens a page of the server, and prints its address. */
export const open: RunTask = async (context, { argument: what = 'console', options }) => {
  const address = Object.hasOwn(addresses, what) ? addresses[what] : undefined
  if (!address) throw wrongUse(`There is no page “${what}”. There are: ${Object.keys(addresses).join(', ')}`)
  const found = await address(context, options['app'] as string | undefined)
  if (await tryBrowser(context, options, found)) context.out.note(`Opened ${found}`)
  else context.environment.stdout.write(`${found}\n`)
}

import { findApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { wrongUse } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'

/** The server's version from its OpenAPI document; null if a proxy blocks that. */
const versionOf = async ({ fetch, endpoint }: Context): Promise<string | null> => {
  try {
    const response = await fetch(`${endpoint}/openapi.json`, { signal: AbortSignal.timeout(5000) })
    const { info } = (await response.json()) as { info?: { version?: unknown } }
    return typeof info?.version === 'string' ? info.version : null
  } catch {
    return null
  }
}

/** Prints whether the server answers and is set up, and the operator's session. */
export const status: RunTask = async (context) => {
  const { endpoint, profile, token, out, environment } = context
  const { initialized } = (await context.call('setup', 'config')) as { initialized: boolean }
  const version = await versionOf(context)
  const savedUser = token ? (profile.username ?? 'yes') : null
  const signedIn = environment.env['OPENAUTH_TOKEN'] ? 'by OPENAUTH_TOKEN' : savedUser
  out.data({ endpoint, version, initialized, signedIn, app: profile.app?.name ?? null }, plainView)
  if (!initialized) out.note('Next: openauth setup')
}

/** Saves the app that commands use without --app. */
export const use: RunTask = async (context, { argument, options: { none } }) => {
  if ((argument === undefined) === (none === undefined))
    throw wrongUse('Give an app, or --none to remove the saved one')
  const app = argument === undefined ? undefined : await findApp(context, argument)
  await context.save({ ...context.profile, app })
  context.out.note(app ? `Commands without --app now use the app “${app.name}”.` : 'No app is saved now.')
}

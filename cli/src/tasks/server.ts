import { findApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { wrongUse } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { packageName, version } from '../version.ts'
import { plainView } from '../view.ts'

/** The server's version from its OpenAPI document; null if a proxy blocks that. */
const versionOf = async ({ fetch, endpoint }: Context, patience = 5000): Promise<string | null> => {
  try {
    const response = await fetch(`${endpoint}/openapi.json`, { signal: AbortSignal.timeout(patience) })
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
  const serverVersion = await versionOf(context)
  const savedUser = token ? (profile.username ?? 'yes') : null
  const signedIn = environment.env['OPENAUTH_TOKEN'] ? 'by OPENAUTH_TOKEN' : savedUser
  out.data({ endpoint, version: serverVersion, initialized, signedIn, app: profile.app?.name ?? null }, plainView)
  if (!initialized) out.note('Next: openauth setup')
}

/** The part of a version within which programs understand each other: `0.1` of 0.1.5, `2` of 2.3.0 (semver.org, 4 and 8). */
const seriesOf = (text: string): number[] => {
  const [major = 0, minor = 0] = text.split('.').map((part) => Number.parseInt(part, 10))
  return major === 0 ? [major, minor] : [major, 0]
}

type Verdict = 'compatible' | 'server newer' | 'server older' | 'unknown'

/** Whether a server of one version answers the calls of a program of another. */
export const compareVersions = (own: string, server: string | null): Verdict => {
  if (server === null || !/^\d+\.\d+/.test(server)) return 'unknown'
  const [[major = 0, minor = 0], [itsMajor = 0, itsMinor = 0]] = [seriesOf(own), seriesOf(server)]
  if (major === itsMajor && minor === itsMinor) return 'compatible'
  return itsMajor > major || (itsMajor === major && itsMinor > minor) ? 'server newer' : 'server older'
}

const advice = (verdict: Verdict, { endpoint }: Context, server: string | null): string | undefined => {
  switch (verdict) {
    case 'compatible':
      return undefined
    case 'server newer':
      return `${endpoint} is newer: it has calls that this program does not know. Update it: npm install -g ${packageName}@${server}`
    case 'server older':
      return `${endpoint} is older: it lacks calls that this program knows. Update the server, or use npx ${packageName}@${server}`
    case 'unknown':
      return `${endpoint} does not tell its version. Is it an OpenAuth server, and does a proxy let /openapi.json through?`
  }
}

/** Prints the versions of this program and of the server, and what follows from a difference. */
export const showVersions: RunTask = async (context) => {
  const server = await versionOf(context, 60_000)
  const verdict = compareVersions(version, server)
  context.out.data(
    { program: version, server, endpoint: context.endpoint, verdict, node: process.versions.node },
    plainView,
  )
  const next = advice(verdict, context, server)
  if (next !== undefined) context.out.warn(next)
}

/** Saves the app that commands use without --app. */
export const use: RunTask = async (context, { argument, options: { none } }) => {
  if ((argument === undefined) === (none === undefined))
    throw wrongUse('Give an app, or --none to remove the saved one')
  const app = argument === undefined ? undefined : await findApp(context, argument)
  await context.save({ ...context.profile, app })
  context.out.note(app ? `Commands without --app now use the app “${app.name}”.` : 'No app is saved now.')
}

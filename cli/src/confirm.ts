import type { Input } from '@openauth/client'
import type { Context } from './context.ts'
import type { CredentialOptions } from './credentials.ts'
import { exitCodes, Failure, wrongUse } from './failure.ts'
import type { CommandSpec } from './command-spec.ts'
import { isInteractive } from './cli-environment.ts'

/** The arguments and apps of a call as given, with the ids that names resolved to. */
const subjectsOf = (spec: CommandSpec, given: Input, resolved: Input): string[] => {
  const keys = [...spec.positional.map(({ flag }) => flag.key), ...spec.appKeys]
  return [...new Set(keys)].flatMap((key) => {
    const [before, after] = [given[key], resolved[key]] as (string | number | undefined)[]
    if (after === undefined) return []
    const label = spec.appKeys.includes(key) ? 'app' : spec.flags.find((flag) => flag.key === key)!.name
    const text = String(after)
    return [before === undefined || before === after ? `${label}: ${text}` : `${label}: ${String(before)} (${text})`]
  })
}

/** The app in whose place a partner's call is made, where its secret does not come from elsewhere. */
const partnersApp = (
  { environment, profile }: Context,
  { auth }: CommandSpec,
  options: CredentialOptions,
): string | undefined => {
  if (auth !== 'app' || options.appSecretStdin) return undefined
  const saved = environment.env['OPENAUTH_APP_SECRET'] ? undefined : profile.app?.name
  return options.app ?? saved
}

const nothingChanged = ({ out }: Context): Failure => {
  out.note('Nothing was changed.')
  return new Failure(exitCodes.failed, '')
}

/** Asks whether to go on. Without a terminal --yes is required; a refusal ends with exit code 1. */
export const ask = async (context: Context, summary: string, subjects: string[]): Promise<void> => {
  const { environment } = context
  if (!isInteractive(environment)) throw wrongUse(`${summary}.`, ['There is no terminal to confirm on: add --yes'])
  if (!(await environment.prompts.confirm({ summary, subjects }))) throw nothingChanged(context)
}

/** Asks before a destructive call. */
const confirmOnce = async (
  context: Context,
  spec: CommandSpec,
  { given, resolved }: Inputs,
  options: CredentialOptions,
): Promise<void> => {
  const { profile } = context
  const named = given['appId'] === undefined && profile.app ? { ...given, appId: profile.app.name } : given
  const app = partnersApp(context, spec, options)
  const subjects = [...(app === undefined ? [] : [`app: ${app}`]), ...subjectsOf(spec, named, resolved)]
  await ask(context, spec.summary, subjects)
}

/** What the call is about, which may be typed to confirm it in place of the server's host. */
const namesOf = (spec: CommandSpec, given: Input, app: string | undefined): string[] => [
  ...(app === undefined ? [] : [app]),
  ...[...spec.positional.map(({ flag }) => flag.key), ...spec.appKeys].flatMap((key) => {
    const value = given[key]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  }),
]

/** On a production server, asks for a name to be typed, too; `typed` is the one that a flag gives. */
export const confirmProduction = async (
  context: Context,
  names: string[],
  typed: string | undefined,
): Promise<void> => {
  const { environment, endpoint, target } = context
  if (!target.isProduction) return
  const host = new URL(endpoint).host
  const accepted = [host, ...names]
  if (typed !== undefined && accepted.includes(typed)) return
  if (typed !== undefined) throw wrongUse(`--confirm must be ${accepted.map((name) => `“${name}”`).join(' or ')}`)
  if (!isInteractive(environment))
    throw wrongUse(`${endpoint} is a production server, and there is no terminal to confirm on`, [
      `Add --confirm ${host}`,
    ])
  const asked = accepted.at(-1)!
  context.out.note(`${endpoint} is a production server. Type “${asked}” to go on.`)
  await environment.prompts.text({
    label: 'Name',
    check: (answer) => (accepted.includes(answer) ? undefined : `must be “${asked}”; Ctrl-C cancels`),
  })
}

interface Inputs {
  given: Input
  resolved: Input
}

/** Asks for confirmation of a destructive call, on a production server twice. */
export const confirm = async (
  context: Context,
  spec: CommandSpec,
  inputs: Inputs,
  options: CredentialOptions & { yes: boolean; confirm?: string },
): Promise<void> => {
  if (!options.yes) await confirmOnce(context, spec, inputs, options)
  await confirmProduction(context, namesOf(spec, inputs.given, partnersApp(context, spec, options)), options.confirm)
}

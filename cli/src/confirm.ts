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
): string[] => {
  if (auth !== 'app' || options.appSecretStdin) return []
  const saved = environment.env['OPENAUTH_APP_SECRET'] ? undefined : profile.app?.name
  const app = options.app ?? saved
  return app === undefined ? [] : [`app: ${app}`]
}

/** Asks for confirmation of a destructive call. Without a terminal --yes is required; a refusal ends with exit code 1. */
export const confirm = async (
  context: Context,
  spec: CommandSpec,
  { given, resolved, options }: { given: Input; resolved: Input; options: CredentialOptions },
): Promise<void> => {
  const { environment, profile } = context
  if (!isInteractive(environment)) throw wrongUse(`${spec.summary}.`, ['There is no terminal to confirm on: add --yes'])
  const named = given['appId'] === undefined && profile.app ? { ...given, appId: profile.app.name } : given
  const isConfirmed = await environment.prompts.confirm({
    summary: spec.summary,
    subjects: [...partnersApp(context, spec, options), ...subjectsOf(spec, named, resolved)],
  })
  if (isConfirmed) return
  context.out.note('Nothing was changed.')
  throw new Failure(exitCodes.failed, '')
}

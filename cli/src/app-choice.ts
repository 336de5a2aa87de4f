import type { Input } from '@openauth/client'
import { normalizeText } from '@openauth/client/light'
import type { Context } from './context.ts'
import { failed, wrongUse } from './failure.ts'
import type { CommandSpec } from './command-spec.ts'
import type { ChosenApp } from './session.ts'
import { isId } from './sure-form.ts'

/** Finds an app by its id or its exact name. Throws a Failure if no app matches. */
export const findApp = async ({ call }: Pick<Context, 'call'>, given: string): Promise<ChosenApp> => {
  const apps = (await call('apps', 'list')) as ChosenApp[]
  const name = normalizeText(given)
  const found = apps.find((app) => app.id === given.toLowerCase()) ?? apps.find((app) => app.name === name)
  if (!found) throw failed(`There is no app with the id or name “${given}”. See: openauth apps list`)
  return { id: found.id, name: found.name }
}

/** Replaces app names by a placeholder id, so that the input can be validated before the names are resolved. */
export const withPlaceholderAppIds = (spec: CommandSpec, input: Input): Input => {
  const placeholders = Object.fromEntries(spec.appKeys.map((key) => [key, '00000000-0000-0000-0000-000000000000']))
  return { ...input, ...placeholders }
}

/** The id of the app that was given by id or name, else of the saved one. Throws a Failure where there is none. */
export const resolveApp = async (context: Context, given: string | undefined): Promise<string> => {
  if (given !== undefined) return isId(given) ? given : (await findApp(context, given)).id
  if (context.profile.app) return context.profile.app.id
  throw wrongUse('Which app? Give --app with its id or name, or save one: openauth use <app>')
}

/** Replaces app names by ids; a required app that is missing becomes the saved app. */
export const resolveApps = async (context: Context, spec: CommandSpec, input: Input): Promise<Input> => {
  const resolved = { ...input }
  for (const key of spec.appKeys) {
    const given = input[key] as string | undefined
    const isRequired = spec.flags.find((flag) => flag.key === key)!.required
    if (given !== undefined || isRequired) resolved[key] = await resolveApp(context, given)
  }
  return resolved
}

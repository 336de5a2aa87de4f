import { findApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import type { ChosenApp } from '../session.ts'
import type { AppFile } from './parse-file.ts'

/** The file of commands that name none. */
export const DEFAULT_FILE = 'openauth.yaml'

const listApps = async ({ call }: Pick<Context, 'call'>): Promise<ChosenApp[]> =>
  (await call('apps', 'list')) as ChosenApp[]

/** The app of a command line, else that of the file's name; undefined where the server has none of that name. */
export const appOfFile = async (
  context: Context,
  given: string | undefined,
  file: AppFile,
): Promise<ChosenApp | undefined> => {
  if (given !== undefined) return findApp(context, given)
  const name = file.values['name']
  if (name === undefined) throw wrongUse(`Which app? ${file.name} has no name. Give the app's id or name`)
  const found = (await listApps(context)).find((app) => app.name === name)
  return found && { id: found.id, name: found.name }
}

/** The failure for a file whose app the server does not have. */
export const noSuchApp = ({ endpoint }: Context, { name, values }: AppFile) =>
  failed(`${endpoint} has no app of the name “${String(values['name'])}”, which ${name} has`, [
    'To make it: openauth apps push --create',
    'To give this name to another app: openauth apps push <app>',
  ])

/** The app that is pulled: that of the command line, of the file, or the saved one. */
export const appToPull = async (
  context: Context,
  given: string | undefined,
  file: AppFile | undefined,
): Promise<ChosenApp> => {
  if (given === undefined && file?.values['name'] !== undefined) {
    const found = await appOfFile(context, undefined, file)
    if (!found) throw noSuchApp(context, file)
    return found
  }
  const wanted = given ?? context.profile.app?.id
  if (wanted === undefined) throw wrongUse('Which app? Give its id or name, or save one: openauth use <app>')
  return findApp(context, wanted)
}

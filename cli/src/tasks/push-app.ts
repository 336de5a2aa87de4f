import { applyPlan } from '../app-file/apply.ts'
import { appOfFile, DEFAULT_FILE, noSuchApp } from '../app-file/choose-app.ts'
import {
  type CompareOptions,
  compare,
  type Comparison,
  contentIn,
  printDifferences,
  readAppFile,
  tellNotes,
} from '../app-file/compare.ts'
import type { AppFile } from '../app-file/parse-file.ts'
import { contentNames } from '../app-file/parts.ts'
import { planOf, problemsOf } from '../app-file/plan.ts'
import { newApp, readApp } from '../app-file/read-app.ts'
import { rememberSeen } from '../app-file/remembered.ts'
import { ask, confirmProduction } from '../confirm.ts'
import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import type { ChosenApp } from '../session.ts'
import type { RunTask } from '../task.ts'

interface PushOptions extends CompareOptions {
  create?: true
  dryRun?: true
  overwrite?: true
  yes?: true
  confirm?: string
}

interface Push {
  path: string
  file: AppFile
  /** Undefined while it does not exist. */
  app: ChosenApp | undefined
  options: PushOptions
}

const appOf = async (context: Context, argument: string | undefined, file: AppFile, { create }: PushOptions) => {
  if (create && argument !== undefined) throw wrongUse('--create makes the app of the name in the file: give no other')
  const app = await appOfFile(context, argument, file)
  if (!app && !create) throw noSuchApp(context, file)
  return app
}

/** Compares, and refuses what must not be sent. */
const prepare = async (context: Context, { path, file, app, options }: Push): Promise<Comparison> => {
  const remote = await (app ? readApp(context, app.id, contentIn(file)) : newApp(context, file.values, contentIn(file)))
  const comparison = await compare(context, { app, file, path, remote }, options)
  const { wanted, resolved } = comparison
  const problems = [...resolved.missing, ...problemsOf(planOf(wanted), wanted)]
  if (problems.length > 0)
    throw wrongUse(`${file.name} cannot be pushed; nothing was changed`, [
      ...problems,
      ...(resolved.missing.length > 0 ? ['To leave stored secrets as they are: --keep-secrets'] : []),
    ])
  return comparison
}

const refuseConflicts = ({ conflicts }: Comparison, { name }: AppFile): void => {
  if (conflicts.length === 0) return
  throw failed(`The server was changed since the last pull or push; nothing was changed`, [
    ...conflicts,
    `To merge it into ${name}: openauth apps pull. To replace it: --overwrite`,
  ])
}

const countText = ({ wanted }: Comparison): string => {
  const { length } = wanted.differences
  return length === 1 ? '1 difference' : `${length} differences`
}

/** Whoever changes one app should know what is of all. */
const ofServerText = ({ wanted }: Comparison): string[] => {
  const names = contentNames.filter((name) => wanted.differences.some(({ path }) => path[0] === name))
  return names.length > 0 ? [`${names.join(' and ')} are of the whole server, for all of its apps`] : []
}

const confirm = async (context: Context, { app, file, options }: Push, comparison: Comparison): Promise<void> => {
  const name = app?.name ?? String(file.values['name'])
  const summary = app ? `Change the app “${name}”` : `Make the app “${name}”`
  if (!options.yes)
    await ask(context, summary, [countText(comparison), ...ofServerText(comparison), `server: ${context.endpoint}`])
  await confirmProduction(context, [name], options.confirm)
}

/** Makes the app of the file, and compares again: a new app has settings already. */
const create = async (context: Context, push: Push): Promise<{ app: ChosenApp; comparison: Comparison }> => {
  const name = push.file.values['name']
  const { id } = (await context.call('apps', 'create', { name })) as { id: string }
  context.out.note(`The app “${String(name)}” is made: ${id}`)
  const app = { id, name: String(name) }
  return { app, comparison: await prepare(context, { ...push, app }) }
}

const apply = async (context: Context, push: Push, compared: Comparison): Promise<void> => {
  const { app, comparison } = push.app ? { app: push.app, comparison: compared } : await create(context, push)
  await applyPlan(context, planOf(comparison.wanted), app.id)
  const { values } = await readApp(context, app.id, contentIn(push.file))
  await rememberSeen({ context, appId: app.id, path: push.path }, values)
  context.out.note(`“${String(values['name'])}” is what ${push.file.name} says.`)
}

/** Changes an app to what a file says. */
export const pushApp: RunTask = async (context, { argument, options: given }) => {
  const options = given as PushOptions
  const path = options.file ?? DEFAULT_FILE
  const file = await readAppFile(context, path)
  const app = await appOf(context, argument, file, options)
  const push = { path, file, app, options }
  const comparison = await prepare(context, push)
  await printDifferences(context, app, comparison)
  if (!options.overwrite) refuseConflicts(comparison, file)
  tellNotes(context, { ...comparison, conflicts: [] })
  if (app && comparison.wanted.differences.length === 0) {
    await rememberSeen({ context, appId: app.id, path }, comparison.wanted.remote.values)
    return context.out.note(`Nothing to change: “${app.name}” is what ${file.name} says.`)
  }
  if (options.dryRun) return context.out.note('A dry run: nothing was changed.')
  await confirm(context, push, comparison)
  await apply(context, push, comparison)
}

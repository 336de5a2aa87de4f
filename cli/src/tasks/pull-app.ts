import { appToPull, DEFAULT_FILE } from '../app-file/choose-app.ts'
import { contentIn } from '../app-file/compare.ts'
import { differencesOf } from '../app-file/differences.ts'
import { merge } from '../app-file/merge.ts'
import { type AppFile, parseAppFile } from '../app-file/parse-file.ts'
import { contentNames } from '../app-file/parts.ts'
import { readApp } from '../app-file/read-app.ts'
import { lineEndOf, readAppFileText } from '../app-file/read-text.ts'
import { readSeen, rememberSeen } from '../app-file/remembered.ts'
import { withReferences } from '../app-file/with-references.ts'
import { appFileText } from '../app-file/write-file.ts'
import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import type { Row } from '../fields.ts'
import { isPlain } from '../format.ts'
import { writeText } from '../output.ts'
import type { ChosenApp } from '../session.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'
import { replaceSharedFile } from '../whole-file.ts'

interface Existing {
  text: string
  file: AppFile
  lineEnd: '\n' | '\r\n'
}

const readExisting = async ({ environment }: Context, path: string): Promise<Existing | undefined> => {
  const lineEnd = path === '-' ? undefined : await lineEndOf(path)
  if (lineEnd === undefined) return undefined
  const text = await readAppFileText(environment, path)
  return { text, file: parseAppFile(path, text), lineEnd }
}

/** What only the file has is lost where nothing tells it from what the server has changed. */
const tellReplaced = ({ out }: Context, { name, values }: AppFile, remote: Row): void => {
  const paths = differencesOf(remote, values, false).map(({ path }) => path.join('.'))
  if (paths.length > 0) out.note(`Replaced in ${name} by what the server has: ${paths.join(', ')}`)
}

interface Pulled {
  app: ChosenApp
  path: string
  existing: Existing | undefined
  overwrites: boolean
}

/** The values that the file has after the pull. */
const mergedValues = async (context: Context, { app, path, existing, overwrites }: Pulled, remote: Row) => {
  if (!existing) return remote
  const seen = await readSeen({ context, appId: app.id, path })
  const { file } = existing
  const name = file.values['name'] as string | undefined
  if (!seen && !overwrites && name !== undefined && name !== app.name)
    throw wrongUse(`${file.name} is the file of the app “${name}”, not of “${app.name}”`, [
      'Give another file with --file, or --overwrite',
    ])
  if (!seen || overwrites) {
    tellReplaced(context, file, remote)
    return remote
  }
  const { values, conflicts } = merge({ base: seen.values, file: file.values, remote })
  if (conflicts.length > 0)
    throw failed(`${file.name} and the server were both changed since the last pull; nothing was written`, [
      ...conflicts,
      'Take the values of the server there, or all of them with --overwrite. To see both: openauth apps diff',
    ])
  return values
}

const countText = (count: number): string => (count === 1 ? '1 difference' : `${count} differences`)

/** Writes the configuration of an app into a file, or onto standard output. */
export const pullApp: RunTask = async (context, { argument, options }) => {
  const path = (options['file'] as string | undefined) ?? DEFAULT_FILE
  const existing = await readExisting(context, path)
  const app = await appToPull(context, argument, existing?.file)
  const wanted = options['content'] === true ? contentNames : contentIn(existing?.file)
  const remote = await readApp(context, app.id, wanted)
  const pulled = { app, path, existing, overwrites: options['overwrite'] === true }
  const values = await mergedValues(context, pulled, remote.values)
  const secrets = existing?.file.secrets ?? []
  const text = appFileText(existing?.file.document, withReferences({ values, remote, secrets }))
  if (path === '-') return writeText(context.environment.stdout, text)
  const isChanged = text !== existing?.text
  if (isChanged) await replaceSharedFile(path, existing?.lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text)
  await rememberSeen({ context, appId: app.id, path }, remote.values)
  if (!isPlain(context.out.format)) context.out.data({ app, file: path, changed: isChanged }, plainView)
  const own = differencesOf(remote.values, values, true).length
  const state = isChanged
    ? `${path} has “${app.name}” as the server has it`
    : `${path} is up to date with “${app.name}”`
  const more = own > 0 ? `, and ${countText(own)} of its own. To see them: openauth apps diff` : '.'
  context.out.note(state + more)
}

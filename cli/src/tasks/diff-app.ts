import { appOfFile, DEFAULT_FILE, noSuchApp } from '../app-file/choose-app.ts'
import {
  type CompareOptions,
  compare,
  contentIn,
  printDifferences,
  readAppFile,
  tellNotes,
} from '../app-file/compare.ts'
import { readApp } from '../app-file/read-app.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { RunTask } from '../task.ts'

/** Whether there are differences, which are printed. */
const differs = async (context: Context, argument: string | undefined, options: CompareOptions): Promise<boolean> => {
  const path = options.file ?? DEFAULT_FILE
  const file = await readAppFile(context, path)
  const app = await appOfFile(context, argument, file)
  if (!app) throw noSuchApp(context, file)
  const remote = await readApp(context, app.id, contentIn(file))
  const comparison = await compare(context, { app, file, path, remote }, options)
  await printDifferences(context, app, comparison)
  tellNotes(context, comparison)
  for (const missing of comparison.resolved.missing) context.out.note(`Not compared: ${missing}`)
  const count = comparison.wanted.differences.length
  if (count === 0) context.out.note(`No differences: “${app.name}” is what ${file.name} says.`)
  return count > 0
}

/** Failures are trouble, with another exit code than differences. */
const asTrouble = (error: unknown): unknown => {
  if (error instanceof Failure && error.exitCode !== exitCodes.failed) return error
  const message = error instanceof Error ? error.message : String(error)
  const { details = [], requestId, code } = error instanceof Failure ? error : {}
  return new Failure(exitCodes.wrongUse, message, { details, requestId, code })
}

/** Shows what a push would change. Exit codes as those of diff. */
export const diffApp: RunTask = async (context, { argument, options }) => {
  const found = await differs(context, argument, options as CompareOptions).catch((error: unknown) => {
    throw asTrouble(error)
  })
  if (found) throw new Failure(exitCodes.failed, '')
}

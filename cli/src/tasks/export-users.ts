import { extname } from 'node:path'
import { BULK_USERS } from '@openauth/client/light'
import { resolveApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure, wrongUse } from '../failure.ts'
import { watchInterrupt } from '../interrupt.ts'
import { writeText } from '../output.ts'
import type { RunTask } from '../task.ts'
import { type ExportedUser, type ExportFormat, exportFormats, writerOf } from '../users/export-formats.ts'
import { replaceFile } from '../whole-file.ts'
import { countOf, type OnStep, withProgress } from '../with-progress.ts'

interface Options {
  app?: string
  format?: string
  out?: string
}

const formatOf = ({ format, out }: Options): ExportFormat => {
  const ending = extname(out ?? '').slice(1)
  const name = format ?? (exportFormats.find((known) => known === ending) || 'ndjson')
  const found = exportFormats.find((known) => known === name)
  if (!found) throw wrongUse(`--format is one of ${exportFormats.join(', ')}`)
  return found
}

interface Page {
  data: ExportedUser[]
  /** A server of an earlier version has no `laterCursor`. */
  meta: { nextCursor: string | null; laterCursor?: string | null }
}

/**
 * The pages of an app's users. While one is written, the next two are on their way. A page that was asked for by
 * `laterCursor` is used only if it begins where the page before it ended.
 */
async function* pagesOf({ call }: Context, appId: string): AsyncGenerator<ExportedUser[]> {
  let asked = new Map<string | undefined, Promise<Page>>()
  const pageAt = (cursor?: string): Promise<Page> => {
    const input = { appId, limit: BULK_USERS, ...(cursor ? { cursor } : {}) }
    const page = asked.get(cursor) ?? (call('users', 'bulkExport', input) as Promise<Page>)
    // Whoever stops reading leaves this one unanswered.
    page.catch(() => {})
    return page
  }
  let next: Promise<Page> | undefined = pageAt()
  while (next) {
    const { data, meta }: Page = await next
    next = undefined
    if (meta.nextCursor !== null) {
      next = pageAt(meta.nextCursor)
      asked = new Map(meta.laterCursor ? [[meta.laterCursor, pageAt(meta.laterCursor)]] : [])
    }
    yield data
  }
}

const totalOf = async ({ call }: Context, appId: string): Promise<number> =>
  ((await call('users', 'list', { appId, limit: 1 })) as { meta: { totalItems: number } }).meta.totalItems

/** The text of an export. Throws where Ctrl-C was pressed, so that no file of it appears. */
async function* textOf(context: Context, appId: string, format: ExportFormat, onStep: OnStep): AsyncGenerator<string> {
  const total = await totalOf(context, appId)
  const writer = await writerOf(format)
  const interrupt = watchInterrupt()
  let done = 0
  try {
    yield writer.begin
    for await (const users of pagesOf(context, appId)) {
      if (users.length > 0) yield writer.page(users, done === 0)
      done += users.length
      onStep({ done, total: Math.max(done, total), failed: 0 })
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted. The export is not complete')
    }
    yield writer.end
  } finally {
    interrupt.end()
  }
}

/**
 * Exports the users of an app in the form that `users import` takes, page by page by cursor. A file appears when it is complete.
 * It has neither password hashes nor keys, which no call gives away.
 */
export const exportUsers: RunTask = async (context, { argument, options: given }) => {
  const options = given as Options
  const { environment, out } = context
  if (argument !== undefined) throw wrongUse('For the data of one user: openauth users export-one <id>')
  const format = formatOf(options)
  const appId = await resolveApp(context, options.app)
  let done = 0
  const write = async (onStep: OnStep): Promise<void> => {
    const text = textOf(context, appId, format, (step) => {
      done = step.done
      onStep(step)
    })
    if (options.out !== undefined) await replaceFile(options.out, text)
    else for await (const part of text) await writeText(environment.stdout, part)
  }
  // On a terminal, the bar would come between the lines.
  if (options.out === undefined) await write(() => {})
  else await withProgress(context, 'Exporting users', write, countOf)
  out.note(`${done} ${done === 1 ? 'user was' : 'users were'} exported${options.out ? ` to ${options.out}` : ''}.`)
}

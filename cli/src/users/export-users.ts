import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { extname } from 'node:path'
import { BULK_USERS } from '@openauth/client'
import type { CliEnvironment } from '../cli-environment.ts'
import type { Context } from '../context.ts'
import { exitCodes, failed, Failure, wrongUse } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { type ExportedUser, type ExportFormat, exportFormats, writerOf } from './export-formats.ts'
import { watchInterrupt } from './interrupt.ts'
import { resolveApp } from './resolve-app.ts'

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

/** Where the text goes; `end` makes a file appear, `discard` removes what was begun. */
interface Sink {
  write: (text: string) => Promise<void>
  end: () => Promise<void>
  discard: () => Promise<void>
}

const toStream = ({ stdout }: CliEnvironment): Sink => ({
  write: async (text) => {
    const isBuffered = stdout.write(text) === false
    if (isBuffered && 'once' in stdout) await once(stdout as NodeJS.WriteStream, 'drain')
  },
  end: () => Promise.resolve(),
  discard: () => Promise.resolve(),
})

/** Writes a file beside the wanted one, which replaces it when it is complete. Only its owner can read it: it has personal data. */
const toFile = async (path: string): Promise<Sink> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const broken = new Promise<never>((_, reject) => {
    file.on('error', (error) => reject(failed(`${path} cannot be written: ${error.message}`)))
  })
  broken.catch(() => {})
  await Promise.race([once(file, 'open'), broken])
  const finish = async () => {
    const closed = once(file, 'close')
    file.end()
    await Promise.race([closed, broken])
  }
  return {
    write: async (text) => {
      if (!file.write(text)) await Promise.race([once(file, 'drain'), broken])
    },
    end: async () => {
      await finish()
      await rename(draft, path)
    },
    discard: async () => {
      file.destroy()
      await rm(draft, { force: true })
    },
  }
}

interface Page {
  data: ExportedUser[]
  meta: { nextCursor: string | null }
}

/** The pages of an app's users. The next one is on its way while a page is written. */
async function* pagesOf({ call }: Context, appId: string): AsyncGenerator<ExportedUser[]> {
  const fetchPage = (cursor?: string) =>
    call('users', 'bulkExport', { appId, limit: BULK_USERS, ...(cursor ? { cursor } : {}) }) as Promise<Page>
  let next: Promise<Page> | undefined = fetchPage()
  while (next) {
    const { data, meta }: Page = await next
    next = meta.nextCursor === null ? undefined : fetchPage(meta.nextCursor)
    // Whoever stops reading leaves this one unanswered.
    next?.catch(() => {})
    yield data
  }
}

const totalOf = async ({ call }: Context, appId: string): Promise<number> =>
  ((await call('users', 'list', { appId, limit: 1 })) as { meta: { totalItems: number } }).meta.totalItems

type OnStep = (step: { done: number; total: number; failed: number }) => void

const copy = async (context: Context, appId: string, format: ExportFormat, sink: Sink, onStep: OnStep) => {
  const total = await totalOf(context, appId)
  const writer = await writerOf(format)
  const interrupt = watchInterrupt()
  let done = 0
  try {
    await sink.write(writer.begin)
    for await (const users of pagesOf(context, appId)) {
      if (users.length > 0) await sink.write(writer.page(users, done === 0))
      done += users.length
      onStep({ done, total: Math.max(done, total), failed: 0 })
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted. The export is not complete')
    }
    await sink.write(writer.end)
    await sink.end()
    return done
  } catch (error) {
    await sink.discard()
    throw error
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
  const sink = options.out ? await toFile(options.out) : toStream(environment)
  const work = (onStep: OnStep) => copy(context, appId, format, sink, onStep)
  const isDrawn = environment.stderr.isTTY && options.out !== undefined
  const done = isDrawn
    ? await environment.showProgress('Exporting users', work)
    : await work((step) => options.out && out.progress(`${step.done} of ${step.total}`))
  out.note(`${done} ${done === 1 ? 'user was' : 'users were'} exported${options.out ? ` to ${options.out}` : ''}.`)
}

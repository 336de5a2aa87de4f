import { resolveApp } from '../app-choice.ts'
import type { Context } from '../context.ts'
import { exitCodes, failed, Failure, wrongUse } from '../failure.ts'
import { watchInterrupt } from '../interrupt.ts'
import { readText } from '../standard-input.ts'
import type { RunTask } from '../task.ts'
import type { Step } from '../ui/step.ts'
import { batchesOf, readAhead } from '../users/row-batches.ts'
import { formatOf } from '../users/formats/index.ts'
import { readHashConfig } from '../users/formats/firebase.ts'
import type { Format } from '../users/formats/format.ts'
import { importBatch, noTotals, type Target, type Totals } from '../users/import-batch.ts'
import { summarize } from '../users/import-summary.ts'
import type { FileRecord } from '../users/file-record.ts'
import { countRecords, openFile, recordsOf } from '../users/records.ts'
import { openRefusedFile, printRefused } from '../users/refused-file.ts'
import { type Row, rowOf, type RowOptions } from '../users/rows.ts'
import { type OnStep, withProgress } from '../with-progress.ts'

interface Options {
  app?: string
  format?: string
  dryRun?: true
  emailAsUsername?: true
  unverifiedEmails?: true
  withoutPasswords?: true
  hashConfig?: string
  refused?: string
  from?: string
}

const firstRowOf = (from: string | undefined): number => {
  const row = Number(from ?? 1)
  if (!Number.isSafeInteger(row) || row < 1) throw wrongUse('--from is the number of a row, from 1')
  return row
}

const rowOptionsOf = async (context: Context, options: Options): Promise<RowOptions> => ({
  emailAsUsername: options.emailAsUsername ?? false,
  unverifiedEmails: options.unverifiedEmails ?? false,
  withoutPasswords: options.withoutPasswords ?? false,
  hashConfig:
    options.hashConfig === undefined
      ? undefined
      : readHashConfig(await readText(context.environment, options.hashConfig.replace(/^@/, ''))),
})

/** Maps the records of a file, the format being that of the first; skips those before `first`. */
async function* rowsOf(
  records: AsyncIterable<FileRecord>,
  { format: name, first, onFormat }: { format: string; first: number; onFormat: (format: Format) => void },
  options: RowOptions,
): AsyncGenerator<Row> {
  let format: Format | undefined
  for await (const record of records) {
    if (!format) {
      format = formatOf(name, record.problem && !record.isCsv ? { value: {} } : record)
      onFormat(format)
    }
    if (record.row >= first) yield rowOf(format, record, options)
  }
}

/** How to go on after an import that ended early. */
const howToGoOn = (file: string, last: number): string[] =>
  file === '-'
    ? [`Rows up to ${last} are imported. The import can be repeated: it leaves those unchanged.`]
    : [
        `Rows up to ${last} are imported. To go on after them: openauth users import ${file} --from ${last + 1}, with the same options.`,
        'Repeating the whole import is safe too: users that exist are left unchanged.',
      ]

const withState = (error: unknown, file: string, last: number): unknown => {
  if (!(error instanceof Failure) || error.exitCode === exitCodes.wrongUse || last === 0) return error
  const { exitCode, message, details, requestId, code } = error
  return new Failure(exitCode, message, { details: [...details, ...howToGoOn(file, last)], requestId, code })
}

interface Run {
  context: Context
  file: string
  first: number
  target: Target
  rows: AsyncIterable<Row>
  refused: Awaited<ReturnType<typeof openRefusedFile>>
  totals: Totals
  /** The rows of the file, where they were counted. */
  counted: number | undefined
  /** Tells how far the file is read: 0 to 1, or undefined of standard input. */
  share: () => number | undefined
}

/** Of a large file the total is estimated, from how much of it is read. */
const stepOf = ({ totals, first, counted, share }: Run): Step => {
  const before = first - 1
  const done = before + totals.rows
  const read = share()
  const total = counted ?? (read ? Math.round(done / read) : done)
  return { done, total: Math.max(done, total), failed: totals.refused, before }
}

const runBatches = async (run: Run, onStep: OnStep): Promise<void> => {
  const { context, file, first, target, rows, totals } = run
  const interrupt = watchInterrupt()
  if (run.counted !== undefined) onStep(stepOf(run))
  try {
    for await (const batch of readAhead(batchesOf(rows))) {
      await importBatch(context, target, batch, run)
      onStep(stepOf(run))
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted')
    }
  } catch (error) {
    throw withState(error, file, totals.rows === 0 ? 0 : first - 1 + totals.rows)
  } finally {
    interrupt.end()
    await run.refused.close()
  }
}

/**
 * Imports users from a file of another system, or of `users export`. The file is streamed, so its size does not matter. Each batch is
 * one transaction, and users that exist are left unchanged: an interrupted import can be repeated, or continued at a row.
 * Ends with exit code 1 if rows were refused.
 */
export const importUsers: RunTask = async (context, { argument: file, options: given }) => {
  const options = given as Options
  const { environment, out } = context
  if (file === undefined) throw wrongUse('Which file? Give its path, or - for standard input')
  const first = firstRowOf(options.from)
  const rowOptions = await rowOptionsOf(context, options)
  const { text, size, bytesRead } = await openFile(environment, file)
  const appId = await resolveApp(context, options.app)
  const target = { appId, dryRun: options.dryRun ?? false }
  const onFormat = (format: Format) => out.note(`Reading ${file === '-' ? 'standard input' : file} as ${format.name}.`)
  const rows = rowsOf(await recordsOf(text), { format: options.format ?? 'auto', first, onFormat }, rowOptions)
  const refused = options.refused ? await openRefusedFile(options.refused, first > 1, file) : printRefused(out.note)
  const totals = noTotals()
  const counted = size === undefined ? undefined : await countRecords((await openFile(environment, file)).text, size)
  const share = () => (size === undefined ? undefined : bytesRead() / Math.max(1, size))
  const run: Run = { context, file, first, target, rows, refused, totals, counted, share }
  const title = target.dryRun ? 'Judging users' : 'Importing users'
  const lineOf = (step: Step) => (totals.rows > 0 ? `${step.done} rows, ${step.failed} refused` : undefined)
  await withProgress(context, title, (onStep) => runBatches(run, onStep), lineOf)
  if (totals.rows === 0) throw failed('The file contains no users to import')
  summarize(context, totals, options)
  if (totals.refused > 0)
    throw new Failure(
      exitCodes.failed,
      `${totals.refused} ${totals.refused === 1 ? 'row was' : 'rows were'} refused`,
      refusedHint(options),
    )
}

const refusedHint = ({ refused, dryRun }: Options): { details: string[] } => ({
  details: refused
    ? [
        `They are in ${refused}, with the reasons. Correct and import it: openauth users import ${refused} --format openauth`,
      ]
    : dryRun
      ? []
      : ['Correct them and import the file again: users that exist are left unchanged.'],
})

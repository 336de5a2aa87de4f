import { extname } from 'node:path'
import { resolveApp } from '../app-choice.ts'
import { type Extract, headerOf, type Link } from '../audit/export-file.ts'
import type { Context } from '../context.ts'
import { guardCell } from '../csv-guard.ts'
import { exitCodes, Failure, wrongUse } from '../failure.ts'
import { watchInterrupt } from '../interrupt.ts'
import { writeText } from '../output.ts'
import { printableJson } from '../printable.ts'
import type { RunTask } from '../task.ts'
import { replaceFile } from '../whole-file.ts'
import { countOf, type OnStep, withProgress } from '../with-progress.ts'

interface Options {
  app?: string
  action?: string
  from?: string
  to?: string
  format?: string
  out?: string
}

const formats = ['ndjson', 'csv'] as const
type Format = (typeof formats)[number]

const formatOf = ({ format, out }: Options): Format => {
  const ending = extname(out ?? '').slice(1)
  const found = formats.find((known) => known === (format ?? (ending === 'csv' ? ending : 'ndjson')))
  if (!found) throw wrongUse(`--format is one of ${formats.join(', ')}`)
  return found
}

/** Milliseconds since the epoch, or a date that JavaScript reads: 2026-11-26, 2026-11-26T09:00:00Z. */
const instantOf = (text: string, flag: string): number => {
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isSafeInteger(at) && at >= 0) return at
  throw wrongUse(`${flag} is a time, such as 2026-11-26T09:00:00Z, or milliseconds since the epoch`)
}

const filtersOf = async (context: Context, { app, action, from, to }: Options) => ({
  ...(app === undefined ? {} : { appId: await resolveApp(context, app) }),
  ...(action === undefined ? {} : { action }),
  ...(from === undefined ? {} : { from: instantOf(from, '--from') }),
  ...(to === undefined ? {} : { to: instantOf(to, '--to') }),
})

interface Writer {
  begin: (first: Extract, filters: Record<string, unknown>) => string
  links: (links: Link[]) => string
}

const ndjson: Writer = {
  begin: (first, filters) => `${printableJson(JSON.stringify(headerOf(first, filters)))}\n`,
  links: (links) => links.map((link) => `${printableJson(JSON.stringify(link))}\n`).join(''),
}

const lineColumns = ['id', 'action', 'actor', 'actorId', 'appId', 'targetId', 'ip'] as const
const columns = ['seq', 'createdAt', ...lineColumns, 'details', 'restoredAt', 'chainedAt', 'hash', 'signature']
const time = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

const cellsOf = ({ seq, hash, chainedAt, signature, line }: Link): string[] => [
  String(seq),
  line ? time(line.createdAt) : '',
  ...lineColumns.map((column) => guardCell(line?.[column] ?? '')),
  line ? guardCell(JSON.stringify(line.details)) : '',
  line ? time(line.restoredAt) : '',
  time(chainedAt),
  hash,
  guardCell(signature ?? ''),
]

/** RFC 4180, for spreadsheets: lines that were not asked for are left out, and so it proves nothing by itself. */
const csvWriter = async (): Promise<Writer> => {
  const { stringify } = await import('csv-stringify/sync')
  const options = { record_delimiter: 'windows' as const }
  return {
    begin: () => stringify([columns], options),
    links: (links) => stringify(links.filter(({ digest }) => digest === null).map(cellsOf), options),
  }
}

interface Counts {
  lines: number
}

/** The text of an export. Throws where Ctrl-C was pressed, so that no file of it appears. */
async function* textOf(context: Context, options: Options, counts: Counts, onStep: OnStep): AsyncGenerator<string> {
  const filters = await filtersOf(context, options)
  const writer = formatOf(options) === 'csv' ? await csvWriter() : ndjson
  const { head } = (await context.call('audit', 'chain').catch(() => ({ head: null }))) as {
    head: { seq: number } | null
  }
  const interrupt = watchInterrupt()
  try {
    for (let next: string | null | undefined; next !== null;) {
      const after = next === undefined ? {} : { after: next }
      const batch = (await context.call('audit', 'extract', { ...filters, ...after })) as Extract
      if (next === undefined) yield writer.begin(batch, filters)
      yield writer.links(batch.links)
      counts.lines += batch.links.filter(({ line }) => line !== null).length
      next = batch.next
      onStep({ done: batch.done, total: Math.max(batch.done, head?.seq ?? 0), failed: 0 })
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted. The export is not complete')
    }
  } finally {
    interrupt.end()
  }
}

/** Exports the audit trail with all that proves it, batch by batch. A file appears when it is complete. */
export const exportAudit: RunTask = async (context, { options: given }) => {
  const options = given as Options
  formatOf(options)
  const { environment, out } = context
  const counts: Counts = { lines: 0 }
  const write = async (onStep: OnStep): Promise<void> => {
    const text = textOf(context, options, counts, onStep)
    if (options.out !== undefined) await replaceFile(options.out, text)
    else for await (const part of text) await writeText(environment.stdout, part)
  }
  // On a terminal, the bar would come between the lines.
  if (options.out === undefined) await write(() => {})
  else await withProgress(context, 'Exporting the audit trail', write, countOf)
  const { lines } = counts
  out.note(`${lines} ${lines === 1 ? 'line was' : 'lines were'} exported${options.out ? ` to ${options.out}` : ''}.`)
}

import { createDelimitedPrinter } from './delimited-printer.ts'
import { resolveFields, leavesOf } from './fields.ts'
import type { Format } from './format.ts'
import { idsPrinter } from './ids-printer.ts'
import { createQueryPrinter, jsonPrinter, type Search } from './json-printer.ts'
import { printable } from './printable.ts'
import { recordOf, rowsOf, type Printer } from './printer.ts'
import { stylesFor } from './styles.ts'
import { createTextPrinter } from './text-printer.ts'
import type { View } from './view.ts'
import type { OutputStream, CliEnvironment } from './cli-environment.ts'

/** Writes the rows of a page, and waits until stdout has room for more. */
export type WriteRows = (rows: unknown[]) => Promise<void>

export interface Output {
  format: Format
  /** Prints a result on stdout in the format of the command line. */
  data: (data: unknown, view: View) => void
  /** Begins a list whose rows arrive page by page; undefined if the format needs all rows at once. */
  beginRows: (view: View) => WriteRows | undefined
  /** Prints a line on stderr; with --quiet nothing. */
  note: (line: string) => void
  warn: (line: string) => void
  /** Prints a line on stderr; on a terminal the next progress line replaces it. With --quiet it prints nothing. */
  progress: (line: string) => void
}

const printerFor = (
  { stdout, env }: CliEnvironment,
  { kind, query }: Format,
  note: (line: string) => void,
  search?: Search,
): Printer => {
  if (kind === 'ids') return idsPrinter
  if (kind === 'csv' || kind === 'tsv') return createDelimitedPrinter(kind, search)
  if (search !== undefined && query !== undefined) return createQueryPrinter(search, kind === 'json')
  return kind === 'json' ? jsonPrinter : createTextPrinter({ stdout, styles: stylesFor(stdout, env), note })
}

/** A view with the format's choices. What --fields names is looked up in the answer if the contract does not know its fields. */
const viewFor = (view: View, { utc, fields }: Format, data: unknown): View => {
  if (fields === undefined || view.fields) return { ...view, utc }
  const rows = rowsOf(data, view) ?? [data]
  const paths =
    view.paths.length > 0 ? view.paths : rows.flatMap((row) => leavesOf(recordOf(row)).map(([path]) => path))
  return { ...view, utc, fields: resolveFields(fields, [...new Set(paths)]) }
}

const drained = (stream: OutputStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.once) stream.once('drain', resolve)
    else resolve()
  })

/** Writes a text, and waits until the stream has room for more. */
export const writeText = async (stream: OutputStream, text: string): Promise<void> => {
  if (text !== '' && stream.write(text) === false) await drained(stream)
}

const rowWriter =
  (stdout: OutputStream, print: (rows: unknown[]) => string): WriteRows =>
  (rows) =>
    writeText(stdout, print(rows))

/** Creates the output of a command. `search` evaluates the format's query. */
export const createOutput = (environment: CliEnvironment, format: Format, search?: Search): Output => {
  const { stdout, stderr, env } = environment
  const { yellow } = stylesFor(stderr, env)
  const isQuiet = format.kind === 'ids'
  // A progress line has no line end; the next text must begin a new line.
  let isOpenLine = false
  const line = (text: string) => {
    stderr.write(`${isOpenLine ? '\n' : ''}${text}\n`)
    isOpenLine = false
  }
  const note = (text: string) => {
    if (!isQuiet) line(printable(text))
  }
  // What is left out of a table is told below it.
  const notesBelow: string[] = []
  const printer = printerFor(environment, format, (text) => notesBelow.push(text), search)
  return {
    format,
    note,
    warn: (text) => line(`${yellow('Warning:')} ${printable(text)}`),
    progress: (text) => {
      if (isQuiet) return
      if (!stderr.isTTY) return note(text)
      stderr.write(`\r\u001b[K${printable(text)}`)
      isOpenLine = true
    },
    data: (data, view) => {
      const text = printer.print(data, viewFor(view, format, data))
      if (text === undefined) note(view.empty)
      else {
        if (isOpenLine && text !== '') stderr.write('\n')
        isOpenLine = false
        stdout.write(text)
      }
      for (const text of notesBelow.splice(0)) note(text)
    },
    beginRows: (view) => {
      const print = printer.printRows?.(viewFor(view, format, []))
      return print && rowWriter(stdout, print)
    },
  }
}

import { printable, printableJson, printableLines } from './printable.ts'
import { type Styles, stylesFor } from './styles.ts'
import { layOut } from './table.ts'
import { widthOf, wrapWords } from './terminal-width.ts'
import {
  alignFields,
  cellOf,
  columnsOf,
  type Field,
  fieldsOf,
  isFixed,
  isRecord,
  isShortened,
  NOT_SET,
  type Row,
  type View,
} from './view.ts'
import type { OutputStream, CliEnvironment } from './cli-environment.ts'

export interface Output {
  /** Prints a result on stdout: aligned text, or the data as JSON with --json. */
  data: (data: unknown, view: View) => void
  /** Prints a line on stderr. */
  note: (line: string) => void
  warn: (line: string) => void
  /** Prints a line on stderr; on a terminal the next progress line replaces it. */
  progress: (line: string) => void
}

const tableText = (rows: Row[], view: View, stdout: OutputStream, styles: Styles): string => {
  const columns = columnsOf(view, rows).map((column) => ({
    header: printable(column.header).toUpperCase(),
    cells: rows.map((row) => printable(cellOf(column, row, view))),
    fixed: isFixed(column, view),
    shortened: isShortened(column),
  }))
  return layOut(columns, stdout.isTTY ? (stdout.columns ?? 80) : undefined, { header: styles.bold })
}

const recordText = (record: Row, view: View, stdout: OutputStream, styles: Styles): string => {
  const fields = fieldsOf(record, view).map(({ label, text }) => ({ label: printable(label), text }))
  const indent = Math.max(0, ...fields.map(({ label }) => widthOf(label))) + 2
  const available = Math.max(20, (stdout.isTTY ? (stdout.columns ?? 80) : 100) - indent)
  const textLines = ({ label, text }: Field) => (label === NOT_SET ? wrapWords(text, available) : printableLines(text))
  return alignFields(fields, textLines, styles.bold).join('\n')
}

/** The rows of an answer: a list, or the `data` of a page. */
const rowsOf = (data: unknown, { isPage }: View): Row[] | undefined => {
  const list = isPage && isRecord(data) ? data['data'] : data
  return Array.isArray(list) ? list.map((item) => (isRecord(item) ? item : { value: item })) : undefined
}

const humanText = (data: unknown, view: View, stdout: OutputStream, styles: Styles): string | undefined => {
  const rows = rowsOf(data, view)
  if (rows) return rows.length > 0 ? tableText(rows, view, stdout, styles) : undefined
  if (!isRecord(data)) return printable(String(data))
  return Object.keys(data).length > 0 ? recordText(data, view, stdout, styles) : undefined
}

/** Creates the output of a command. */
export const createOutput = ({ stdout, stderr, env }: CliEnvironment, json: boolean): Output => {
  const forErrors = stylesFor(stderr, env)
  const forData = stylesFor(stdout, env)
  // A progress line has no line end; the next text must begin a new line.
  let isOpenLine = false
  const line = (text: string) => {
    stderr.write(`${isOpenLine ? '\n' : ''}${text}\n`)
    isOpenLine = false
  }
  const note = (text: string) => line(printable(text))
  return {
    note,
    warn: (text) => line(`${forErrors.yellow('Warning:')} ${printable(text)}`),
    progress: (text) => {
      if (!stderr.isTTY) return note(text)
      stderr.write(`\r\u001b[K${printable(text)}`)
      isOpenLine = true
    },
    data: (data, view) => {
      if (json) return void stdout.write(`${printableJson(JSON.stringify(data, null, 2))}\n`)
      const text = humanText(data, view, stdout, forData)
      if (text === undefined) note(view.empty)
      else stdout.write(`${text}\n`)
    },
  }
}

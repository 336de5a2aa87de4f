import { isRecord, type Row } from './fields.ts'
import { printable, printableLines } from './printable.ts'
import { recordOf, rowsOf, type Printer } from './printer.ts'
import { alignFields, type Field, fieldsOf, NOT_SET } from './record.ts'
import type { Styles } from './styles.ts'
import { layOut } from './table.ts'
import { widthOf } from './terminal-width.ts'
import { wrapWords } from './wrap-words.ts'
import { cellOf, columnsOf, isFixed, isShortened, type View } from './view.ts'
import type { OutputStream } from './cli-environment.ts'

interface TextOptions {
  stdout: OutputStream
  styles: Styles
  /** Prints a line on stderr. */
  note: (line: string) => void
}

const tableText = (rows: Row[], view: View, { stdout, styles, note }: TextOptions): string => {
  const columns = columnsOf(view, rows).map((column) => ({
    header: printable(column.header).toUpperCase(),
    cells: rows.map((row) => printable(cellOf(column, row, view))),
    fixed: isFixed(column, view),
    shortened: isShortened(column),
  }))
  // Columns that somebody asked for are never left out, nor are ids left short where a line for each cell has room.
  const isWhole = view.fields !== undefined || columns.some(({ shortened }) => shortened)
  const least = isWhole ? columns.length : Math.ceil(columns.length / 2)
  const available = stdout.isTTY ? (stdout.columns ?? 80) : undefined
  const { text, omitted } = layOut(columns, available, { header: styles.bold }, least)
  if (omitted.length > 0) note(`Without room: ${omitted.join(', ').toLowerCase()}. --fields selects columns.`)
  return text
}

const recordText = (record: Row, view: View, { stdout, styles }: TextOptions): string => {
  const fields = fieldsOf(record, view).map(({ label, text }) => ({ label: printable(label), text }))
  const indent = Math.max(0, ...fields.map(({ label }) => widthOf(label))) + 2
  const available = Math.max(20, (stdout.isTTY ? (stdout.columns ?? 80) : 100) - indent)
  const textLines = ({ label, text }: Field) => (label === NOT_SET ? wrapWords(text, available) : printableLines(text))
  return alignFields(fields, textLines, styles.bold).join('\n')
}

/** Prints lists as aligned tables, records as aligned fields. */
export const createTextPrinter = (options: TextOptions): Printer => {
  const textOf = (data: unknown, view: View): string | undefined => {
    const rows = rowsOf(data, view)?.map(recordOf)
    if (rows) return rows.length > 0 ? tableText(rows, view, options) : undefined
    if (!isRecord(data)) return printable(String(data))
    return Object.keys(data).length > 0 ? recordText(data, view, options) : undefined
  }
  return {
    print: (data, view) => {
      const text = textOf(data, view)
      return text === undefined ? undefined : `${text}\n`
    },
  }
}

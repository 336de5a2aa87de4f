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

/** Prints lists as aligned tables, records as aligned fields. */
export const createTextPrinter = (stdout: OutputStream, styles: Styles): Printer => {
  const textOf = (data: unknown, view: View): string | undefined => {
    const rows = rowsOf(data, view)?.map(recordOf)
    if (rows) return rows.length > 0 ? tableText(rows, view, stdout, styles) : undefined
    if (!isRecord(data)) return printable(String(data))
    return Object.keys(data).length > 0 ? recordText(data, view, stdout, styles) : undefined
  }
  return {
    print: (data, view) => {
      const text = textOf(data, view)
      return text === undefined ? undefined : `${text}\n`
    },
  }
}

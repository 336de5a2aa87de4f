import { pipeline, Readable } from 'node:stream'
import { failed, Failure } from '../failure.ts'
import { LONGEST_LINE } from '../text-lines.ts'
import { firebaseColumns, isFirebaseRow } from './formats/firebase-columns.ts'
import type { FileRecord } from './file-record.ts'

/** The separator that the first line has most of: spreadsheets of several countries write semicolons. */
const delimiterOf = (sample: string): string => {
  const line = sample.split(/\r?\n/, 1)[0]!
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!
}

const toRecord = (columns: readonly string[], cells: string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))

const cellsOf = async (text: AsyncIterable<string>, delimiter: string): Promise<AsyncIterable<string[]>> => {
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter,
    // Firebase writes quotes within unquoted names.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
  })
  return pipeline(Readable.from(text), parser, () => {}) as AsyncIterable<string[]>
}

/**
 * Streams the rows of CSV (RFC 4180) as objects by the names of its first row. Firebase's has no such row, and always the same
 * columns: https://firebase.google.com/docs/cli/auth#file_format
 */
export async function* readCsv(text: AsyncIterable<string>, sample: string): AsyncGenerator<FileRecord> {
  let columns: readonly string[] | undefined
  let row = 0
  try {
    for await (const cells of await cellsOf(text, delimiterOf(sample))) {
      const isFirebase = columns === firebaseColumns || (columns === undefined && isFirebaseRow(cells))
      if (isFirebase) columns = firebaseColumns
      else if (columns === undefined) {
        columns = cells.map((cell) => cell.trim())
        continue
      }
      row += 1
      const problem =
        isFirebase || cells.length === columns.length ? undefined : `has ${cells.length} cells, not ${columns.length}`
      yield { row, value: toRecord(columns, cells), isCsv: true, ...(problem ? { problem } : {}) }
    }
  } catch (error) {
    throw error instanceof Failure ? error : failed(`The file is not CSV after row ${row}: ${(error as Error).message}`)
  }
}

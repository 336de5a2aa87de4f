import { createReadStream } from 'node:fs'
import type { Answer } from '../board/calls.ts'
import { failed } from '../failure.ts'
import { isRecord } from '../fields.ts'
import { unreadable } from '../file-failure.ts'
import { decodeUtf8, linesOf } from '../text-lines.ts'

export type Extract = Answer<'audit', 'extract'>
export type Link = Extract['links'][number]

const FORMAT = 'openauth audit export 1'

/** The first line of an export. */
export interface ExportHeader {
  format: typeof FORMAT
  /** The public key that verifies its signatures. */
  key: string
  /** Of which lines it is; empty: all. */
  filters: Record<string, unknown>
  checkpoint: Extract['checkpoint']
  /** What stands before the first link, where the file begins behind the beginning: one of a series. */
  start?: { seq: number; hash: string }
}

export const headerOf = ({ key, checkpoint }: Extract, filters: Record<string, unknown>): ExportHeader => ({
  format: FORMAT,
  key,
  filters,
  checkpoint,
})

const isHeader = (value: unknown): value is ExportHeader =>
  isRecord(value) && value['format'] === FORMAT && typeof value['key'] === 'string' && isRecord(value['filters'])

const isLink = (value: unknown): value is Link =>
  isRecord(value) && Number.isSafeInteger(value['seq']) && typeof value['hash'] === 'string' && 'line' in value

const parsed = (text: string, path: string, count: number): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw failed(`Line ${count} of ${path} is not JSON. Is it the whole export?`)
  }
}

/** Reads an export. Throws a Failure where it is none, or ends within a line. */
export async function* readExport(path: string): AsyncGenerator<ExportHeader | Link> {
  const stream = createReadStream(path)
  let count = 0
  try {
    for await (const text of linesOf(decodeUtf8(stream))) {
      count += 1
      if (text === '') continue
      const value = parsed(text, path, count)
      if (count === 1 ? isHeader(value) : isLink(value)) yield value as ExportHeader | Link
      else throw failed(`Line ${count} of ${path} is none of openauth audit export --format ndjson`)
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unreadable(path, error)
  }
  if (count <= 1) throw failed(`${path} is empty`)
}

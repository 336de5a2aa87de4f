import { createHash, type Hash } from 'node:crypto'
import type { z } from 'zod'
import { BackupFormatError, damaged, truncated } from './errors.ts'
import { type Frame, readFrames } from './read-frames.ts'
import { BackupHeader, type BackupTable, End, FORMAT, kinds, TableEnd, TableStart } from './shapes.ts'

export interface BackupSummary {
  rows: number
  bytes: number
}

/** What a backup holds, in its order. `tableEnd` and `end` come once their digests and counts were found to be right. */
export type BackupEvent =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  | { kind: 'data'; chunk: Uint8Array }
  | { kind: 'tableEnd'; table: BackupTable; rows: number; bytes: number }
  | { kind: 'end'; summary: BackupSummary }

const parse = <S extends z.ZodType>(schema: S, content: Uint8Array): z.output<S> => {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(content).toString('utf8'))
  } catch {
    throw damaged('a description is not JSON')
  }
  const result = schema.safeParse(json)
  if (!result.success) throw damaged('a description is not as this format has it')
  return result.data
}

const parseHeader = (content: Uint8Array): BackupHeader => {
  const format = /^\s*\{\s*"format":\s*(\d{1,9})\b/.exec(Buffer.from(content.subarray(0, 64)).toString('latin1'))?.[1]
  if (Number(format) > FORMAT)
    throw new BackupFormatError('newer_format', 'A newer release of OpenAuth wrote this backup. Read it with that.')
  const header = parse(BackupHeader, content)
  if (new Set(header.tables.map(({ name }) => name)).size < header.tables.length) throw damaged('it has a table twice')
  return header
}

interface OpenTable {
  table: BackupTable
  bytes: number
  hash: Hash
}

const createReader = () => {
  const whole = createHash('sha256')
  const total: BackupSummary = { rows: 0, bytes: 0 }
  let header: BackupHeader | undefined
  let next = 0
  let open: OpenTable | undefined
  let isOver = false

  const beginTable = (content: Uint8Array): BackupEvent => {
    const { name } = parse(TableStart, content)
    const table = header!.tables[next]
    if (open || table?.name !== name) throw damaged('its tables are not in their order')
    next += 1
    open = { table, bytes: 0, hash: createHash('sha256') }
    return { kind: 'table', table }
  }
  const endTable = (content: Uint8Array): BackupEvent => {
    const { rows, bytes, sha256 } = parse(TableEnd, content)
    if (!open) throw damaged('a table ends that did not begin')
    const { table, bytes: read, hash } = open
    if (read !== bytes || hash.digest('hex') !== sha256) throw damaged(`the digest of the table ${table.name} differs`)
    open = undefined
    total.rows += rows
    total.bytes += bytes
    return { kind: 'tableEnd', table, rows, bytes }
  }
  const end = (content: Uint8Array): BackupEvent => {
    const { rows, bytes, sha256 } = parse(End, content)
    if (open || next < header!.tables.length) throw damaged('tables are missing')
    if (rows !== total.rows || bytes !== total.bytes || sha256 !== whole.digest('hex'))
      throw damaged('the digest of the whole differs')
    isOver = true
    return { kind: 'end', summary: total }
  }
  const data = (chunk: Uint8Array): BackupEvent => {
    if (!open) throw damaged('it has data of no table')
    open.bytes += chunk.length
    open.hash.update(chunk)
    return { kind: 'data', chunk }
  }

  const read = ({ kind, content }: Frame): BackupEvent => {
    if (isOver) throw damaged('something follows its end')
    if (kind === kinds.data && header) return data(content)
    if (kind === kinds.end && header) return end(content)
    if ((kind === kinds.header) !== (header === undefined)) throw damaged('it has no header, or several')
    whole.update(content)
    if (kind === kinds.table) return beginTable(content)
    if (kind === kinds.tableEnd) return endTable(content)
    header = parseHeader(content)
    return { kind: 'header', header }
  }
  return { read, isOver: () => isOver }
}

/** Reads a backup from a stream and checks it on the way. Throws BackupFormatError at the first thing that is not right. */
export async function* readBackup(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEvent> {
  const { read, isOver } = createReader()
  for await (const frame of readFrames(chunks)) yield read(frame)
  if (!isOver()) throw truncated()
}

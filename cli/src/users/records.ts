import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import type { CliEnvironment } from '../cli-environment.ts'
import { failed, Failure, wrongUse } from '../failure.ts'
import { fileReason } from '../file-failure.ts'
import { isRecord } from '../fields.ts'
import { parseJson } from '../parse-json.ts'
import { claimStandardInput } from '../standard-input.ts'
import { decodeUtf8, linesOf } from '../text-lines.ts'
import { readCsv } from './csv-records.ts'
import type { FileRecord } from './file-record.ts'

/** The text that decides which form a file has. Characters. */
const SAMPLE = 65_536
type Text = AsyncIterable<string>

/** The beginning of a text, and the whole of it. */
const withSample = async (text: AsyncGenerator<string>): Promise<{ sample: string; whole: Text }> => {
  const begun: string[] = []
  let sample = ''
  let ended = false
  while (sample.length < SAMPLE && !ended) {
    const { value, done } = await text.next()
    ended = done === true
    if (value) begun.push(value)
    sample = begun.join('')
  }
  const whole = async function* () {
    yield sample
    yield* text
  }
  return { sample, whole: whole() }
}

async function* readLines(text: Text): AsyncGenerator<FileRecord> {
  let row = 0
  for await (const line of linesOf(text)) {
    if (line.trim() === '') continue
    row += 1
    const value = parseJson(line)
    yield value === undefined ? { row, value: {}, problem: 'is not JSON' } : { row, value }
  }
}

/** Streams the elements of a JSON array, or of the array `users` (`Users`) of an object. */
async function* readJson(text: Text, isArray: boolean): AsyncGenerator<FileRecord> {
  const [{ default: pick }, { default: streamArray }, { default: json }] = await Promise.all([
    import('stream-json/filters/Pick.js'),
    import('stream-json/streamers/StreamArray.js'),
    import('stream-json'),
  ])
  const source = Readable.from(text)
  const parts = isArray
    ? [source, json.parser(), streamArray.streamArray()]
    : [source, json.parser(), pick.pick({ filter: /^users$/i }), streamArray.streamArray()]
  const rows = pipeline(parts as [Readable], () => {}) as unknown as AsyncIterable<{ value: unknown }>
  let row = 0
  try {
    for await (const { value } of rows) yield { row: (row += 1), value }
  } catch (error) {
    throw error instanceof Failure
      ? error
      : failed(`The file is not JSON after row ${row}: ${(error as Error).message}`)
  }
}

const isNdjson = (sample: string): boolean => {
  const value = parseJson(sample.split('\n', 1)[0]!)
  return isRecord(value) && !Array.isArray(value['users'] ?? value['Users'])
}

/** The rows of a text: an array or `users` of a JSON document, lines of NDJSON, or rows of CSV. */
export const recordsOf = async (text: AsyncGenerator<string>): Promise<AsyncGenerator<FileRecord>> => {
  const { sample, whole } = await withSample(text)
  const [first] = sample.trimStart()
  if (first === undefined) throw failed('The file is empty')
  if (first === '[') return readJson(whole, true)
  if (first === '{') return isNdjson(sample.trimStart()) ? readLines(whole) : readJson(whole, false)
  return readCsv(whole, sample)
}

/** Files up to this size are counted before they are read. Bytes: some 30,000 users, which take a fraction of a second. */
const COUNTED = 8_388_608

/**
 * The number of rows of a small file. What is read ahead of the rows is most of it, so that its share says nothing of how far the
 * rows are. Undefined for others, and for one that is damaged: reading it says where.
 */
export const countRecords = async (text: AsyncGenerator<string>, size: number): Promise<number | undefined> => {
  if (size > COUNTED) return undefined
  let rows = 0
  try {
    for await (const { row } of await recordsOf(text)) rows = row
  } catch {
    return undefined
  }
  return rows
}

/** A file that users are read from, and its size in bytes; `-` is standard input, whose size is not known. */
export const openFile = async (
  environment: CliEnvironment,
  path: string,
): Promise<{ text: AsyncGenerator<string>; size: number | undefined; bytesRead: () => number }> => {
  if (path === '-') return { text: decodeUtf8(claimStandardInput(environment)), size: undefined, bytesRead: () => 0 }
  const found = await stat(path).catch((error: unknown) => {
    throw wrongUse(`${path} cannot be read: ${fileReason(error)}`)
  })
  if (found.isDirectory()) throw wrongUse(`${path} is a folder`)
  const stream = createReadStream(path)
  return { text: decodeUtf8(stream), size: found.size, bytesRead: () => stream.bytesRead }
}

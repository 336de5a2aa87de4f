import { createReadStream } from 'node:fs'
import { type Input, plainMessage } from '@openauth/client'
import type { z } from 'zod'
import { resolveApps } from './app-choice.ts'
import { pathText, validationMessages } from './validation-messages.ts'
import type { Context } from './context.ts'
import { failed, Failure, wrongUse } from './failure.ts'
import { unreadable } from './file-failure.ts'
import { gatherInput, type GivenInput } from './input.ts'
import type { CommandSpec } from './command-spec.ts'
import { routeOf } from './route-of.ts'
import { claimStandardInput } from './standard-input.ts'
import { plainView } from './view.ts'
import { type OnStep, withProgress } from './with-progress.ts'
import { decodeUtf8, linesOf } from './text-lines.ts'

/** The most bytes of items in a batch. The import route accepts bodies of 1 MiB; half leaves room for the other fields. */
const MAX_BATCH_BYTES = 512 * 1024

interface Item {
  line: number
  value: unknown
}

const readItem = (text: string, line: number, schema: z.ZodType): Item => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrongUse(`Line ${line} is not JSON. The file must hold one object a line (NDJSON)`)
  }
  const result = schema.safeParse(value, { error: plainMessage })
  if (!result.success) throw wrongUse(`Line ${line} is not valid:`, validationMessages(result.error, pathText))
  return { line, value }
}

/** Groups the lines of an NDJSON file into batches of one call. Throws wrong use with the number of an invalid line. */
async function* batchesOf(lines: AsyncIterable<string>, schema: z.ZodType, maxItems: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let bytes = 0
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const size = Buffer.byteLength(text)
    if (batch.length === maxItems || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(readItem(text, line, schema))
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Replaces the server's item indexes within the batch by line numbers of the file. */
const withLineNumbers = (error: unknown, key: string, batch: Item[], done: number): unknown => {
  if (!(error instanceof Failure)) return error
  const details = error.details.map((detail) =>
    detail.replace(new RegExp(`^${key}\\.(\\d+)\\.?`), (_, index) => `line ${batch[Number(index)]?.line ?? '?'} `),
  )
  const state = `${done} were imported before line ${batch[0]!.line}. The import can be repeated: it leaves those unchanged.`
  return new Failure(error.exitCode, error.message, { details: [...details, state], requestId: error.requestId })
}

const addCounts = (total: Record<string, number>, answer: unknown): void => {
  for (const [key, value] of Object.entries(answer as Record<string, unknown>))
    if (typeof value === 'number') total[key] = (total[key] ?? 0) + value
}

/**
 * Sends a list from an NDJSON file, with as many items per call as the contract allows. A file is read and validated
 * completely before the first call; standard input is validated batch by batch.
 */
export const importInBatches = async (
  context: Context,
  spec: CommandSpec,
  given: GivenInput,
  file: string | undefined,
): Promise<void> => {
  const key = spec.batches!
  if (file === undefined) throw wrongUse('Which file? Give --file with an NDJSON file, or - for standard input')
  const list = routeOf(spec.group, spec.verb).input.shape[key] as z.ZodArray<z.ZodType>
  const maxItems = spec.flags.find((flag) => flag.key === key)!.maxItems ?? 100
  const { environment } = context
  const open = () => (file === '-' ? claimStandardInput(environment) : createReadStream(file))
  const read = () => batchesOf(linesOf(decodeUtf8(open())), list.element, maxItems)
  const shared: Input = await resolveApps(context, spec, await gatherInput(context, spec, { ...given, without: [key] }))
  try {
    let items = 0
    if (file !== '-') for await (const batch of read()) items += batch.length
    await sendAll(context, spec, shared, read(), items)
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(file, error)
  }
}

const sendAll = async (
  context: Context,
  spec: CommandSpec,
  shared: Input,
  batches: AsyncIterable<Item[]>,
  expected: number,
): Promise<void> => {
  const key = spec.batches!
  const total: Record<string, number> = {}
  let done = 0
  const work = async (onStep: OnStep): Promise<void> => {
    for await (const batch of batches) {
      const items = batch.map(({ value }) => value)
      const answer = await context.call(spec.group, spec.verb, { ...shared, [key]: items }).catch((error: unknown) => {
        throw withLineNumbers(error, key, batch, done)
      })
      addCounts(total, answer)
      done += batch.length
      onStep({ done, total: Math.max(expected, done), failed: 0 })
    }
  }
  await withProgress(context, 'Importing', work, () => `${done}${expected > 0 ? ` of ${expected}` : ''} sent`)
  if (done === 0) throw failed('The file contains no lines to import')
  context.out.data(total, plainView)
}

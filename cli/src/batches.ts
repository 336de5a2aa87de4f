import { createReadStream } from 'node:fs'
import type { Input } from '@openauth/client'
import type { z } from 'zod'
import { resolveApps } from './app-choice.ts'
import { validationMessages } from './validation-messages.ts'
import { type Context, routeOf } from './context.ts'
import { failed, Failure, wrongUse } from './failure.ts'
import { gatherInput, type GivenInput } from './input.ts'
import type { CommandSpec } from './command-spec.ts'
import { claimStandardInput } from './standard-input.ts'
import { plainView } from './view.ts'
import type { CliEnvironment } from './cli-environment.ts'

/** An import takes bodies of up to 1 MiB; half of it leaves room for what stands around the items. Bytes. */
const MOST_BYTES = 512 * 1024

interface Item {
  line: number
  value: unknown
}

async function* linesOf(environment: CliEnvironment, file: string): AsyncGenerator<string> {
  const chunks = file === '-' ? claimStandardInput(environment) : createReadStream(file)
  // Strict: a wrong encoding would end as replacement characters in people's names.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of chunks as AsyncIterable<Uint8Array | string>) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest + decoder.decode()
}

const readItem = (text: string, line: number, schema: z.ZodType): Item => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrongUse(`Line ${line} is not JSON. The file must hold one object a line (NDJSON)`)
  }
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success)
    throw wrongUse(
      `Line ${line} is not valid:`,
      validationMessages(result.error, (path) => path),
    )
  return { line, value }
}

/** Groups the lines of an NDJSON file into batches that one call takes. Throws wrong use with the line's number. */
async function* batchesOf(lines: AsyncIterable<string>, schema: z.ZodType, most: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let bytes = 0
  let line = 0
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const size = Buffer.byteLength(text)
    if (batch.length === most || (batch.length > 0 && bytes + size > MOST_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(readItem(text, line, schema))
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** The server counts within a batch; the operator looks for lines. */
const withLines = (error: unknown, key: string, batch: Item[], done: number): unknown => {
  if (!(error instanceof Failure)) return error
  const details = error.details.map((detail) =>
    detail.replace(new RegExp(`^${key}\\.(\\d+)\\.?`), (_, index) => `line ${batch[Number(index)]?.line ?? '?'} `),
  )
  const state = `${done} were done before line ${batch[0]!.line}. The import can be repeated: those are left as they are.`
  return new Failure(error.exitCode, error.message, { details: [...details, state], requestId: error.requestId })
}

const addCounts = (total: Record<string, number>, answer: unknown): void => {
  for (const [key, value] of Object.entries(answer as Record<string, unknown>))
    if (typeof value === 'number') total[key] = (total[key] ?? 0) + value
}

const readingFailure = (error: unknown, file: string): unknown =>
  error instanceof Failure ? error : failed(`${file} cannot be read: ${(error as Error).message.replace(/, .*$/, '')}`)

/**
 * Sends a list from an NDJSON file, as many items a call as the contract allows. A file is read to its end and checked
 * before the first call; standard input cannot be, and is checked batch by batch.
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
  const most = spec.flags.find((flag) => flag.key === key)!.maxItems ?? 100
  const read = () => batchesOf(linesOf(context.environment, file), list.element, most)
  const shared: Input = await resolveApps(context, spec, await gatherInput(context, spec, { ...given, without: [key] }))
  try {
    let items = 0
    if (file !== '-') for await (const batch of read()) items += batch.length
    await sendAll(context, spec, shared, read(), items)
  } catch (error) {
    throw readingFailure(error, file)
  }
}

const sendAll = async (
  { call, out }: Context,
  spec: CommandSpec,
  shared: Input,
  batches: AsyncIterable<Item[]>,
  expected: number,
): Promise<void> => {
  const key = spec.batches!
  const total: Record<string, number> = {}
  let done = 0
  for await (const batch of batches) {
    const items = batch.map(({ value }) => value)
    const answer = await call(spec.group, spec.verb, { ...shared, [key]: items }).catch((error: unknown) => {
      throw withLines(error, key, batch, done)
    })
    addCounts(total, answer)
    done += batch.length
    out.progress(`${done}${expected > 0 ? ` of ${expected}` : ''} sent`)
  }
  if (done === 0) throw failed('There is nothing in that file')
  out.data(total, plainView)
}

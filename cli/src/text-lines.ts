import { failed } from './failure.ts'

/** Characters of a line of NDJSON, or of a row of CSV: a user has a thousandth of it. */
export const LONGEST_LINE = 4_194_304

/** Decodes UTF-8 without its byte order mark. Throws for other encodings, which would put wrong characters into names. */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw failed('The file is not UTF-8. Convert it, for example with iconv')
    }
  }
  for await (const chunk of chunks) yield typeof chunk === 'string' ? chunk : decode(chunk)
  yield decode(undefined)
}

/** Streams the lines of a text without their ends; the last may be empty. Throws for one that is longer than a user can be. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0
  let rest = ''
  for await (const chunk of text) {
    const lines = chunk.split('\n')
    // Only the new text is searched: small pieces of a long line would else take time by the square of its length.
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    count += lines.length
    if (rest.length > LONGEST_LINE) throw failed(`Line ${count + 1} is longer than a user can be`)
    yield* lines
  }
  yield rest
}

import { readFile } from 'node:fs/promises'
import { wrongUse } from './failure.ts'
import { unreadable } from './file-failure.ts'
import type { CliEnvironment } from './cli-environment.ts'

const taken = new WeakSet<CliEnvironment['stdin']>()

/** Returns standard input once and throws on a second use, which would read it as empty. */
export const claimStandardInput = ({ stdin }: CliEnvironment): CliEnvironment['stdin'] => {
  if (taken.has(stdin)) throw wrongUse('Standard input can be read for one thing only')
  taken.add(stdin)
  return stdin
}

/** The number of the line with the first byte that is not UTF-8. */
const lineOfInvalidByte = (bytes: Buffer): number => {
  const replaced = Buffer.from(bytes.toString('utf8'))
  const at = bytes.findIndex((byte, index) => byte !== replaced[index])
  return bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1
}

/** The text of UTF-8, without a byte order mark. Throws wrong use for other encodings, which would change names. */
const decodeText = (bytes: Buffer, name: string): string => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw wrongUse(`${name} is UTF-16. Save it as UTF-8`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw wrongUse(`${name} is not UTF-8: see line ${lineOfInvalidByte(bytes)}. Save it as UTF-8`)
  }
}

const readStandardInput = async (environment: CliEnvironment): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of claimStandardInput(environment))
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(chunks)
}

/** How a file is called in messages. */
export const nameOfFile = (path: string): string => (path === '-' ? 'Standard input' : path)

/** A file's text, or standard input's for `-`. */
export const readText = async (environment: CliEnvironment, path: string): Promise<string> => {
  if (path === '-') return decodeText(await readStandardInput(environment), nameOfFile(path))
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  return decodeText(bytes, path)
}

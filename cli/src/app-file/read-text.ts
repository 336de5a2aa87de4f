import { stat } from 'node:fs/promises'
import type { CliEnvironment } from '../cli-environment.ts'
import { wrongUse } from '../failure.ts'
import { unreadable } from '../file-failure.ts'
import { nameOfFile, readText } from '../standard-input.ts'

/** More than any app has: its lists are limited, and with all of them full it has some more than one megabyte. Bytes. */
const LARGEST = 2 * 1024 * 1024

const tooLarge = (name: string) => wrongUse(`${name} has more than 2 MB: it is no configuration of an app`)

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Line ends of Windows are taken; other control characters are no text. */
const requireText = (name: string, text: string): string => {
  // eslint-disable-next-line no-control-regex
  const found = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u0084\u0086-\u009f]/.exec(text)
  if (!found) return text
  const before = text.slice(0, found.index).split('\n')
  const code = found[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
  throw wrongUse(
    `${name} has the control character U+${code} at line ${before.length}, column ${before.at(-1)!.length + 1}`,
  )
}

/** The text of the file, with line ends as on Unix. Throws a Failure for what is no text, or too much of it. */
export const readAppFileText = async (environment: CliEnvironment, path: string): Promise<string> => {
  const name = nameOfFile(path)
  if (path !== '-') {
    const found = await stat(path).catch((error: unknown) => {
      throw unreadable(path, error)
    })
    if (found.size > LARGEST) throw tooLarge(name)
  }
  const text = await readText(environment, path)
  if (text.length > LARGEST) throw tooLarge(name)
  return requireText(name, text.replaceAll('\r\n', '\n'))
}

/** Whether a file is there, and whether its lines end as on Windows. */
export const lineEndOf = async (path: string): Promise<'\n' | '\r\n' | undefined> => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw unreadable(path, error)
  })
  if (text === undefined) return undefined
  return text.includes('\r\n') ? '\r\n' : '\n'
}

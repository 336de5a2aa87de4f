import { readFile } from 'node:fs/promises'
import { failed, wrongUse } from './failure.ts'
import type { CliEnvironment } from './cli-environment.ts'

const taken = new WeakSet<CliEnvironment['stdin']>()

/** Returns standard input once and throws on a second use, which would read it as empty. */
export const claimStandardInput = ({ stdin }: CliEnvironment): CliEnvironment['stdin'] => {
  if (taken.has(stdin)) throw wrongUse('Standard input can be read for one thing only')
  taken.add(stdin)
  return stdin
}

/** All of standard input as text. */
const readStandardInput = async (environment: CliEnvironment): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of claimStandardInput(environment))
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A file's text, or standard input's for `-`. */
export const readText = async (environment: CliEnvironment, path: string): Promise<string> => {
  if (path === '-') return readStandardInput(environment)
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw failed(`${path} cannot be read: ${(error as Error).message.replace(/, .*$/, '')}`)
  })
}

import type { ShowProgress } from './ui/progress.ts'
import type { Prompts } from './ui/prompts.ts'

export interface OutputStream {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

export type InputStream = AsyncIterable<Uint8Array | string> & { isTTY?: boolean }

/** All that the program touches outside itself, so that tests can put their own in its place. */
export interface CliEnvironment {
  env: Record<string, string | undefined>
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  fetch: typeof globalThis.fetch
  prompts: Prompts
  /** Where stderr is a terminal. */
  showProgress: ShowProgress
}

/** The flags that every command takes. */
export interface GlobalFlags {
  endpoint?: string
  json?: boolean
  verbose?: boolean
}

/** Whether somebody can be asked: prompts are read from stdin and drawn on stderr. */
export const isInteractive = ({ stdin, stderr }: CliEnvironment): boolean => Boolean(stdin.isTTY && stderr.isTTY)

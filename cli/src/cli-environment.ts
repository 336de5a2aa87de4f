import type { Keychain } from './keychain.ts'
import type { ShowBoard } from './ui/boards.ts'
import type { ShowProgress } from './ui/progress.ts'
import type { Prompts } from './ui/questions.ts'

export interface OutputStream {
  /** Answers false where the stream has no room for more until it drains. */
  write: (text: string) => unknown
  once?: (event: 'drain', listener: () => void) => unknown
  isTTY?: boolean
  columns?: number
}

export type InputStream = AsyncIterable<Uint8Array | string> & { isTTY?: boolean }

/** The part of `fetch` that the program uses. */
export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>

/** The program's access to its environment; tests replace it. */
export interface CliEnvironment {
  env: Record<string, string | undefined>
  stdin: InputStream
  stdout: OutputStream
  stderr: OutputStream
  fetch: Fetch
  prompts: Prompts
  /** Opens the system's keychain; undefined where there is none. Without it tokens are in the file. */
  keychain?: () => Promise<Keychain | undefined>
  /** Waits for some milliseconds. */
  wait?: (milliseconds: number) => Promise<void>
  /** Opens an address in a browser. */
  openBrowser?: (address: string) => Promise<void>
  /** Draws a progress bar; used only if stderr is a terminal. */
  showProgress: ShowProgress
  /** Draws the live board; used only if stdin and stdout are terminals. */
  showBoard?: ShowBoard
}

/** The flags that every command takes. */
export interface GlobalFlags {
  endpoint?: string
  profile?: string
  json?: true
  csv?: true
  tsv?: true
  quiet?: true
  /** Names of fields with commas between them. */
  fields?: string
  /** A JMESPath expression. */
  query?: string
  utc?: true
  /** Whether to wait where a second admin has to approve a call. */
  wait?: true
  /** Why a call is asked for that a second admin has to approve. */
  approvalReason?: string
  verbose?: true
}

/** Whether prompts are possible: they read from stdin and draw on stderr, so both must be terminals. */
export const isInteractive = ({ stdin, stderr }: CliEnvironment): boolean => Boolean(stdin.isTTY && stderr.isTTY)

import type { Context } from './context.ts'

export interface TaskArgument {
  name: string
  description: string
  required?: true
}

export type RunTask = (
  context: Context,
  given: { argument: string | undefined; args: string[]; options: Record<string, unknown> },
) => Promise<void>

/** A command that is not a single call of the contract. */
export interface Task {
  name: string
  /** The command or noun below which it stands; by default the program's own. */
  below?: string
  summary: string
  arguments?: readonly TaskArgument[]
  options?: readonly { flags: string; description: string; isRepeated?: true }[]
  /** Text at the end of the help. */
  more?: string
  examples?: readonly string[]
  /** Imports the implementation, which help does not need. */
  load: () => Promise<RunTask>
}

/** Tasks below one word: `openauth profiles list`. */
export interface TaskGroup {
  name: string
  summary: string
  tasks: readonly Task[]
  examples?: readonly string[]
}

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

/** A command that is not a single call of the contract, or a word with such commands below it. */
export interface Task {
  name: string
  summary: string
  arguments?: readonly TaskArgument[]
  options?: readonly { flags: string; description: string; isRepeated?: true }[]
  /** Text at the end of the help. */
  more?: string
  examples?: readonly string[]
  /** The commands below this one: `openauth profiles list`. */
  tasks?: readonly Task[]
  /** Imports the implementation, which help does not need. Without it the word alone prints its help. */
  load?: () => Promise<RunTask>
}

import type { Context } from './context.ts'

export type RunTask = (
  context: Context,
  given: { argument: string | undefined; options: Record<string, unknown> },
) => Promise<void>

/** A command that is not a single call of the contract. */
export interface Task {
  name: string
  /** The command or noun below which it stands; by default the program's own. */
  below?: string
  summary: string
  argument?: { name: string; description: string }
  options?: readonly { flags: string; description: string }[]
  /** Text at the end of the help. */
  more?: string
  /** Imports the implementation, which help does not need. */
  load: () => Promise<RunTask>
}

import type { Context } from './context.ts'

export type RunTask = (
  context: Context,
  given: { argument: string | undefined; options: Record<string, unknown> },
) => Promise<void>

/** A command that is no single call of the contract. */
export interface Task {
  name: string
  summary: string
  argument?: { name: string; description: string }
  options?: readonly { flags: string; description: string }[]
  /** A text for the end of the help. */
  more?: string
  /** Loads what it does; help has no need of it. */
  load: () => Promise<RunTask>
}

import type { z } from 'zod'

/** A start that settings forbid; the message lists every problem. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** An empty variable is one that is not set. */
export const givenIn = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** Throws SettingsError with every problem, one a line. */
export const parseEnvironment = <Shape extends z.ZodType>(shape: Shape, given: NodeJS.ProcessEnv): z.output<Shape> => {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`The settings do not allow a start:\n${problems.join('\n')}`)
}

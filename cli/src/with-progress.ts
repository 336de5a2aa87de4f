import type { Context } from './context.ts'
import type { Step } from './ui/step.ts'

/** Tells how far an operation is. */
export type OnStep = (step: Step) => void

/** Runs work with a progress bar on a terminal. Elsewhere it prints the line of each step that has a new one, or nothing without `lineOf`. */
export const withProgress = <T>(
  { environment, out }: Pick<Context, 'environment' | 'out'>,
  title: string,
  work: (onStep: OnStep) => Promise<T>,
  lineOf?: (step: Step) => string | undefined,
): Promise<T> => {
  if (environment.stderr.isTTY) return environment.showProgress(title, work)
  let printed: string | undefined
  return work((step) => {
    const line = lineOf?.(step)
    if (line !== undefined && line !== printed) out.progress(line)
    printed = line
  })
}

/** The line of an operation without a bar: `500 of 1200`. */
export const countOf = ({ done, total }: Step): string => `${done} of ${total}`

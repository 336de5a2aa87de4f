import type { Context } from './context.ts'
import type { Step } from './ui/step.ts'

/** Tells how far an operation is. */
export type OnStep = (step: Step) => void

/** Of an operation without a bar, so many lines are printed at most: a million users are a thousand steps. */
const MOST_LINES = 20

/** Whether a step is the last, or far enough after the one whose line was printed. */
const isDue = ({ done, total }: Step, printedAt: number): boolean =>
  done >= total || done - printedAt >= total / MOST_LINES

/**
 * Runs work with a progress bar on a terminal. Elsewhere it prints lines of steps, each where it differs from the line before
 * and a twentieth of the work is done since; nothing without `lineOf`.
 */
export const withProgress = <T>(
  { environment, out }: Pick<Context, 'environment' | 'out'>,
  title: string,
  work: (onStep: OnStep) => Promise<T>,
  lineOf?: (step: Step) => string | undefined,
): Promise<T> => {
  if (environment.stderr.isTTY) return environment.showProgress(title, work)
  let printed: string | undefined
  let printedAt = 0
  return work((step) => {
    const line = lineOf?.(step)
    if (line === undefined || line === printed || !isDue(step, printedAt)) return
    out.progress(line)
    printed = line
    printedAt = step.done
  })
}

/** The line of an operation without a bar: `500 of 1200`. */
export const countOf = ({ done, total }: Step): string => `${done} of ${total}`

import type { Terminal } from './questions.ts'
import type { Step } from './step.ts'

/** Draws the progress of `work` until it settles, and returns or throws its outcome. */
export type ShowProgress = <T>(title: string, work: (onStep: (step: Step) => void) => Promise<T>) => Promise<T>

/** Draws a progress bar with Ink on stderr. Ink is imported on first use. */
export const createProgress =
  ({ stderr }: Pick<Terminal, 'stderr'>): ShowProgress =>
  async (title, work) =>
    (await import('./draw-progress.tsx')).drawProgress(stderr, title, work)

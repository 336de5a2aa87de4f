import type { Terminal } from './prompts.ts'

/** How far a piece of work is. */
export interface Step {
  done: number
  total: number
  failed: number
}

/** Shows how far work is until it ends, and gives back what it gives or throws. */
export type ShowProgress = <T>(title: string, work: (tell: (step: Step) => void) => Promise<T>) => Promise<T>

/** A bar drawn with Ink on stderr, which is loaded with the first one. */
export const createProgress =
  ({ stderr }: Pick<Terminal, 'stderr'>): ShowProgress =>
  async (title, work) =>
    (await import('./watch.tsx')).watch(stderr, title, work)

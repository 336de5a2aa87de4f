import { render } from 'ink'
import { ProgressBar } from './progress-bar.tsx'
import type { Step } from './step.ts'

/** Draws a bar while `work` runs. Ctrl-C ends the program as usual, because the bar does not read the terminal. */
export const drawProgress = async <T,>(
  stderr: NodeJS.WriteStream,
  title: string,
  work: (onStep: (step: Step) => void) => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now()
  const draw = (step?: Step) => (
    <ProgressBar title={title} step={step} elapsed={performance.now() - startedAt} columns={stderr.columns} />
  )
  const instance = render(draw(), { stdout: stderr, exitOnCtrlC: false, patchConsole: false })
  try {
    return await work((step) => instance.rerender(draw(step)))
  } finally {
    instance.unmount()
    await instance.waitUntilExit()
  }
}

import { render, useStdout } from 'ink'
import { useEffect } from 'react'
import { ProgressBar, type ProgressBarProps } from './progress-bar.tsx'
import type { Step } from './step.ts'

type Write = (text: string) => void

/** Hands out how text gets above the bar. */
const BarBelowText = ({ onReady, ...bar }: ProgressBarProps & { onReady: (write: Write) => void }) => {
  const { write } = useStdout()
  useEffect(() => onReady(write), [onReady, write])
  return <ProgressBar {...bar} />
}

/**
 * Puts what is written to the stream meanwhile above what Ink draws there. Without it Ink, which does not know of it, deletes
 * its last line when it draws again.
 */
const besideInk = (stream: NodeJS.WriteStream) => {
  const { write } = stream
  const direct = write.bind(stream)
  let above: Write | undefined
  const waiting: string[] = []
  stream.write = (text: string | Uint8Array) => {
    if (above) above(String(text))
    else waiting.push(String(text))
    return true
  }
  return {
    inkStream: new Proxy(stream, {
      get: (target, key): unknown => (key === 'write' ? direct : Reflect.get(target, key)),
    }),
    onReady: (ready: Write) => {
      above = ready
      for (const text of waiting.splice(0)) ready(text)
    },
    end: () => {
      stream.write = write
      for (const text of waiting.splice(0)) direct(text)
    },
  }
}

/** Draws a bar while `work` runs. Ctrl-C ends the program as usual, because the bar does not read the terminal. */
export const drawProgress = async <T,>(
  stderr: NodeJS.WriteStream,
  title: string,
  work: (onStep: (step: Step) => void) => Promise<T>,
): Promise<T> => {
  const startedAt = performance.now()
  const { inkStream, onReady, end } = besideInk(stderr)
  const draw = (step?: Step) => {
    const elapsed = performance.now() - startedAt
    return <BarBelowText title={title} step={step} elapsed={elapsed} columns={stderr.columns} onReady={onReady} />
  }
  const instance = render(draw(), { stdout: inkStream, exitOnCtrlC: false, patchConsole: false })
  try {
    return await work((step) => instance.rerender(draw(step)))
  } finally {
    instance.unmount()
    await instance.waitUntilExit()
    end()
  }
}

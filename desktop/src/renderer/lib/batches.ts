import { useEffect, useRef, useState } from 'react'

/** How far work in batches is. */
export interface Progress<T> {
  isRunning: boolean
  /** What the batches so far add up to; undefined before the first answer. */
  sum: T | undefined
  error: Error | undefined
  /** All batches were done. */
  isDone: boolean
}

interface Step<T> {
  sum: T
  /** The start of the next batch; null after the last. */
  next: string | null
}

const idle = { isRunning: false, sum: undefined, error: undefined, isDone: false }

/**
 * Runs work in batches, one after the other, until the last or until it is stopped. It ends with the screen; the server
 * keeps what was done, and a later start goes over what is left.
 */
export const useBatches = <T>(step: (after: string | undefined, sum: T | undefined) => Promise<Step<T>>) => {
  const [progress, setProgress] = useState<Progress<T>>(idle)
  const running = useRef<symbol>(undefined)
  useEffect(() => () => void (running.current = undefined), [])
  const start = async (): Promise<void> => {
    if (running.current) return
    const own = Symbol('run')
    running.current = own
    let [sum, after]: [T | undefined, string | undefined] = [undefined, undefined]
    const tell = (rest: Partial<Progress<T>>) =>
      running.current === own && setProgress({ ...idle, sum, isRunning: true, ...rest })
    tell({})
    try {
      do {
        // oxlint-disable-next-line no-await-in-loop -- Each batch names the next one.
        const done: Step<T> = await step(after, sum)
        sum = done.sum
        after = done.next ?? undefined
        tell({})
      } while (after !== undefined && running.current === own)
      tell({ isRunning: false, isDone: true })
    } catch (error) {
      tell({ isRunning: false, error: error instanceof Error ? error : new Error(String(error)) })
    }
    if (running.current === own) running.current = undefined
  }
  const stop = () => {
    running.current = undefined
    setProgress((now) => ({ ...now, isRunning: false }))
  }
  return { ...progress, start, stop }
}

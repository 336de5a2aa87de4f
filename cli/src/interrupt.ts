import { exitCodes, Failure } from './failure.ts'

/**
 * Whether Ctrl-C was pressed, for work that stops between two calls: the first one lets the call under way end, the second one ends
 * the program.
 */
export const watchInterrupt = (): { isAsked: () => boolean; end: () => void } => {
  let asked = false
  const onInterrupt = () => {
    asked = true
  }
  process.once('SIGINT', onInterrupt)
  return { isAsked: () => asked, end: () => process.off('SIGINT', onInterrupt) }
}

/**
 * Runs work that Ctrl-C and SIGTERM stop at once: its signal is aborted, it tidies up, and the program ends with 130. `state` says
 * what is left.
 */
export const interruptible = async <T>(state: () => string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    throw new Failure(exitCodes.interrupted, state())
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

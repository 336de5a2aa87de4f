import { exitCodes, Failure } from '../failure.ts'

/**
 * Runs work that Ctrl-C and SIGTERM stop: its signal is aborted, it tidies up, and the program ends with 130. `state` says what is
 * left.
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

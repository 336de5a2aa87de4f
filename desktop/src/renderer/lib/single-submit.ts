import { useRef } from 'react'

/**
 * Runs what a form sends, and ignores further submissions until that is finished: a second click can come before the
 * button is disabled. A rejection is not passed on: the form shows it from its mutation.
 */
export const useSingleSubmit = (): ((send: () => Promise<unknown> | void) => Promise<void>) => {
  const isRunning = useRef(false)
  return async (send) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await send()
    } catch {
      // The form shows the mutation's error.
    } finally {
      isRunning.current = false
    }
  }
}

import { useCallback, useMemo, useRef, useState } from 'react'
import { asError } from './session.ts'

export interface ActionState {
  isPending: boolean
  /** The error of the last action: an `ApiError`, or an error of the wallet or the browser. */
  error: Error | null
  /** Clears the error. */
  reset: () => void
}
/** Runs an operation and tracks its state. Resolves to whether it succeeded; never rejects. */
export type Run = (work: () => Promise<unknown>) => Promise<boolean>

/** The state of one action at a time: a second run while the first is pending does nothing. */
export const useAction = (): ActionState & { run: Run } => {
  const [{ isPending, error }, setState] = useState<{ isPending: boolean; error: Error | null }>({
    isPending: false,
    error: null,
  })
  const isBusy = useRef(false)
  const run = useCallback<Run>(async (work) => {
    if (isBusy.current) return false
    isBusy.current = true
    setState({ isPending: true, error: null })
    const error = await work().then(() => null, asError)
    isBusy.current = false
    setState({ isPending: false, error })
    return error === null
  }, [])
  const reset = useCallback(() => setState((state) => ({ ...state, error: null })), [])
  return useMemo(() => ({ isPending, error, reset, run }), [isPending, error, reset, run])
}

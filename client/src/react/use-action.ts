import { useCallback, useMemo, useRef, useState } from 'react'
import { asError } from './session.ts'

export interface ActionState {
  isPending: boolean
  /** Why the last action failed: an `ApiError`, or what a wallet or the browser threw. */
  error: Error | null
  /** Forgets the error. */
  reset: () => void
}
/** Does work whose state is shown. Resolves to whether it worked; it never rejects. */
export type Run = (work: () => Promise<unknown>) => Promise<boolean>

/** One action at a time: a second click while the first is under way does nothing. */
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

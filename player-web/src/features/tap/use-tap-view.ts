import { useCallback, useSyncExternalStore } from 'react'
import type { TapView } from './engine/engine.ts'
import type { TapSession } from './tap-session.ts'

/** Between two looks at what changes by itself: energy refills, and numbers approach the truth. Milliseconds. */
const LOOK = 200

/**
 * What a screen shows of the engine, so that all screens have the same numbers; `otherwise` until it is opened. `read`
 * picks one value: the screen renders again when it changes.
 */
export const useTapView = <T extends number | boolean | string>(
  session: TapSession | undefined,
  read: (view: TapView) => T,
  otherwise: T,
): T => {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!session) return () => {}
      const timer = setInterval(listener, LOOK)
      const stopListening = session.subscribe(listener)
      return () => {
        clearInterval(timer)
        stopListening()
      }
    },
    [session],
  )
  return useSyncExternalStore(subscribe, () => (session ? read(session.engine.view()) : otherwise))
}

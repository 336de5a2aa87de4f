import { useMemo, useSyncExternalStore } from 'react'
import type { TapView } from './engine/engine.ts'
import type { TapSession } from './tap-session.ts'

/** Between two looks at what changes by itself: energy refills, and numbers approach the truth. Milliseconds. */
const LOOK = 200

/**
 * The engine's view as of the last look. It stays the same from one look to the next: React renders anew whenever what it
 * reads differs after a render, and gives up where numbers that approach the truth always do.
 */
const lookAt = ({ engine, subscribe }: TapSession) => {
  let view = engine.view()
  return {
    get: (): TapView => view,
    subscribe: (listener: () => void) => {
      const look = () => {
        view = engine.view()
        listener()
      }
      const timer = setInterval(look, LOOK)
      const stopListening = subscribe(look)
      return () => {
        clearInterval(timer)
        stopListening()
      }
    },
  }
}

const noSubscription = () => () => {}

/**
 * What a screen shows of the engine, so that all screens have the same numbers; `otherwise` until it is opened. `read`
 * picks one value: the screen renders again when it changes.
 */
export const useTapView = <T extends number | boolean | string>(
  session: TapSession | undefined,
  read: (view: TapView) => T,
  otherwise: T,
): T => {
  const latest = useMemo(() => session && lookAt(session), [session])
  return useSyncExternalStore(latest?.subscribe ?? noSubscription, () => (latest ? read(latest.get()) : otherwise))
}

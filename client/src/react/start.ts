import { completeLanding, consumeLanding } from './landing.ts'
import type { Session } from './session.ts'

/** Milliseconds after which a page that becomes visible again reloads its data. */
const REFRESH_AFTER = 60_000

const begin = (session: Session): void => {
  const landing = consumeLanding(session)
  const ready = () => {
    session.set({ isStarted: true })
    session.refreshAfter(REFRESH_AFTER)
  }
  if (landing) void completeLanding(session, landing).then((stays) => stays && ready())
  // A second mount, as in React's strict mode, finds the exchange under way.
  else if (!session.getState().landed?.isPending) ready()
}

/** Lands, loads, and keeps in step with other tabs and the time. Returns what ends it. */
export const startSession = (session: Session): (() => void) => {
  begin(session)
  const wake = () => {
    if (document.visibilityState === 'hidden') return
    session.syncWithStorage()
    session.refreshAfter(REFRESH_AFTER)
  }
  const wakeEvents = ['focus', 'online', 'pageshow'] as const
  for (const name of wakeEvents) addEventListener(name, wake)
  document.addEventListener('visibilitychange', wake)
  addEventListener('storage', session.handleStorageEvent)
  return () => {
    for (const name of wakeEvents) removeEventListener(name, wake)
    document.removeEventListener('visibilitychange', wake)
    removeEventListener('storage', session.handleStorageEvent)
  }
}

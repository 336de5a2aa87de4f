import { completeRedirect, consumeRedirectResponse } from './redirect-response.ts'
import type { Session } from './session.ts'

/** Milliseconds after which a page that becomes visible again reloads its data. */
const REFRESH_AFTER = 60_000

const begin = (session: Session): void => {
  const response = consumeRedirectResponse(session)
  const ready = () => {
    session.set({ isStarted: true })
    session.refreshAfter(REFRESH_AFTER)
  }
  if (response) void completeRedirect(session, response).then((stays) => stays && ready())
  // At a second mount, as in React's strict mode, the exchange may still be running.
  else if (!session.getState().redirectResult?.isPending) ready()
}

/** Completes a redirect login, loads the data and keeps it in sync with other tabs. Returns the cleanup function. */
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

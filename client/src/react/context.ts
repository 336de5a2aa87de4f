import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

export const SessionContext = createContext<Session | null>(null)

/** The session of the provider around; throws where there is none. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Put an <OpenAuthProvider> around what uses OpenAuth')
  return session
}

/** A server that renders the page has no storage to look into: there, everybody is still unknown. */
const unknown: SessionState = {
  token: null,
  profile: null,
  config: null,
  isStarted: false,
  isProfileAsked: false,
  landed: null,
  question: null,
}

export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.getState, () => unknown)

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

export const SessionContext = createContext<Session | null>(null)

/** The session of the enclosing provider. Throws if there is none. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Wrap the components that use OpenAuth in an <OpenAuthProvider>')
  return session
}

/** The state during server rendering, which has no storage. */
const serverState: SessionState = {
  token: null,
  profile: null,
  config: null,
  isStarted: false,
  isProfileSettled: false,
  redirectResult: null,
  pendingReauthentication: null,
}

export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.getState, () => serverState)

import { type ReactNode, useLayoutEffect, useMemo } from 'react'
import { SessionContext } from './context.ts'
import { createSession, type SessionOptions } from './session.ts'
import { startSession } from './start.ts'
import { pageStorage } from './storage.ts'

export interface OpenAuthProviderProps extends SessionOptions {
  /** The address of the API, such as `https://auth.example.com`. */
  endpoint: string
  appId: string
  /** Where to go after a redirect login, successful or not; without it the page stays. */
  redirectUrl?: string
  /**
   * What a redirect login returns to the page: a one-time code (default) or the provider's access token. If
   * `sessionStorage` is blocked, it is always the token, because a code is exchanged only in the tab that started the login.
   */
  responseMode?: 'token' | 'code'
  /** Where token, profile and config are stored: `localStorage` by default. Pass the same object at every render. */
  storage?: Storage
  /** Called with the error of every failed call, after an ended session was cleared, and of a failed redirect login. */
  onError?: (error: Error) => void
  /** Called when a session has started on this page, before its profile is loaded. */
  onLogin?: SessionOptions['onLogin']
  children?: ReactNode
}

/**
 * Provides the user's session to the components below. Use one per page, around all components that call the hooks.
 *
 * The session is stored in the browser and shared by its tabs. An `Unauthorized` answer to a user call ends it. The
 * response of a redirect login is exchanged for a session once and removed from the page's address.
 */
export const OpenAuthProvider = ({ endpoint, appId, storage, children, ...options }: OpenAuthProviderProps) => {
  const session = useMemo(
    () => createSession({ endpoint, appId, storage: storage ?? pageStorage() }),
    [endpoint, appId, storage],
  )
  const { redirectUrl, responseMode, onError, onLogin } = options
  useLayoutEffect(() => {
    Object.assign(session.options, { redirectUrl, responseMode, onError, onLogin })
  }, [session, redirectUrl, responseMode, onError, onLogin])
  useLayoutEffect(() => startSession(session), [session])
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}
